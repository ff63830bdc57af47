/** `openapi.ts FILE`: writes the API files as one standard OpenAPI document, for the linter. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiDocument } from '../tools/apiDocument.ts';
import { readFolder } from './files.ts';

const [, , file] = process.argv;
if (!file) throw new Error('Name the file to write: openapi.ts FILE');
const { version, description } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  description: string;
};
const document = apiDocument(readFolder('schemas/api', '.json'), {
  title: description,
  version,
  sessionCookie: 'sid',
});
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(document, null, 2));
