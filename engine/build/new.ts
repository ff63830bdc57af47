/**
 * `npm run new:screen|new:tab|new:record -- --of NAME …`: generates screens and texts from the API file. Prompts for
 * what is neither passed nor derivable.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { localeFiles, scaffold } from '../tools/scaffold/scaffold.ts';
import { Unscaffoldable, type Wish } from '../tools/scaffold/wish.ts';
import { formatted } from './format.ts';
import { readProject } from './project.ts';

const KINDS = ['screen', 'tab', 'record'];
const USAGE = `npm run new:screen -- --of OPERATION [--route /PATH] [--menu GROUP]
npm run new:tab    -- --of OPERATION --parent SCREEN
npm run new:record -- --of RECORD [--parent SCREEN | --route /PATH --menu GROUP]
each with [--id ID] [--order N] [--title-LOCALE TEXT] [--project FOLDER]`;

const [kind = '', ...argv] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  argv.includes(`--${name}`) ? argv[argv.indexOf(`--${name}`) + 1] : undefined;

/** Returns the flag, or prompts for it on a terminal. */
async function flagOrPrompt(name: string, question: string): Promise<string> {
  const given = flag(name);
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) throw new Unscaffoldable(`--${name} is missing: ${question}\n${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question}: `);
  terminal.close();
  return answer.trim();
}

async function readWish(): Promise<Wish> {
  if (!KINDS.includes(kind)) throw new Unscaffoldable(USAGE);
  const of = await flagOrPrompt(
    'of',
    kind === 'record' ? 'Record of x-resources' : 'Operation that reads (npm run operations)',
  );
  const parent = kind === 'tab' ? await flagOrPrompt('parent', 'Screen of the page of tabs') : flag('parent');
  const titles = argv.flatMap((arg, i) => {
    const locale = /^--title-(.+)$/.exec(arg)?.[1];
    return locale ? [[locale, argv[i + 1] ?? ''] as const] : [];
  });
  const order = flag('order');
  return {
    kind: kind as Wish['kind'],
    of,
    ...(parent && { parent }),
    ...Object.fromEntries(
      ['id', 'route', 'menu'].flatMap((name) => (flag(name) ? [[name, flag(name)]] : [])),
    ),
    ...(order && { order: Number(order) }),
    titles: Object.fromEntries(titles),
  };
}

async function main(): Promise<void> {
  const root = flag('project') ?? '.';
  const { screens, labels, texts, leftOut } = scaffold(readProject({ root }), await readWish());
  const files = [...screens, ...localeFiles(texts, labels)];
  const there = files.find(({ file }) => existsSync(join(root, file)));
  if (there) throw new Unscaffoldable(`${there.file} is there already; give another id`);
  for (const { file, text } of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), await formatted(file, text));
    console.log(`wrote ${file}`);
  }
  for (const one of leftOut) console.log(`left out ${one}`);
  for (const { locale, key, text, guessed } of texts)
    if (guessed) console.log(`say it better: ${locale} ${key} "${text}"`);
  console.log('Next: npm run check, npm run dev');
}

await main().catch((error: unknown) => {
  if (!(error instanceof Unscaffoldable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
