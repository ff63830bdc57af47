/** Documents of a contract with their files. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { files } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractDocuments = record('contractDocument', {
  table: 'contract_documents',
  title: [OF_CONTRACT, 'type', 'number'],
  parent: contracts,
  fields: { type: word('contractDocumentTypes'), files: files('contractDocument') },
  search: ['type', 'number', 'name', 'comment'],
  order: '+documentDate',
});
