/** Prints a contract with the content of its tabs, as visible to the account. */
import { fileURLToPath } from 'node:url';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { Contract } from '../../../schemas/generated/api.ts';
import { fileHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import { Problem } from '../../core/problems.ts';
import { makers } from '../../core/threadPool.ts';
import type { PrintedDocument, PrintedFacts, PrintedPart } from '../../print/pdf.ts';
import { pdfReply } from '../../print/reply.ts';
import { partsOf, type TabColumn, type TabPart, type TabTable } from '../../print/tabs.ts';
import { printed, printedAt, type Ground } from '../../print/values.ts';
import { bareWordsOfRows, captionedRow } from '../../records/bareWords.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';

const SCREENS = fileURLToPath(new URL('../../../screens/contracts/contract', import.meta.url));
/** Most rows printed of a table; a note says when there are more. */
const MOST_ROWS = 100;
/** The status is in the page header, all other facts of the contract are in the forms of its tabs. */
const STATE: TabColumn = { label: 'contract.status', fields: ['status'] };
/** The initial tab of the page; its facts are printed first. */
const FIRST = '.';

type Row = Record<string, unknown>;

export function printHandlers(api: ApiCatalogue): Handlers {
  const parts = partsOf(SCREENS, 'contract', 'contract');
  return {
    // The slot is taken before anything is read: an account prints one contract at a time.
    contractPrint: fileHandler<'contractPrint'>((call) =>
      makers.use(call.account.id, async (thread) => {
        const { title, document } = await documentOf(api, parts, call);
        return pdfReply(thread, title, document);
      }),
    ),
  };
}

/** Builds the printed document of a contract. */
async function documentOf(
  api: ApiCatalogue,
  parts: readonly TabPart[],
  call: InstanceCall<'contractPrint'>,
): Promise<{ title: string; document: PrintedDocument }> {
  const { contractId } = call.parameters;
  const contract = (await call.operations.read('contractGet', { contractId })) as Contract;
  const captions = await loadCaptions(call.scope.db, call.locale);
  const { timeZone, name } = call.account.instance;
  const ground = { translate: call.translate, locale: call.locale, timeZone };
  const facts = parts.filter((part) => 'facts' in part);
  const own = facts.find(({ tab }) => tab === FIRST)?.facts ?? [];
  const found: PrintedPart[] = [];
  for (const part of parts) {
    if ('operation' in part) found.push(...(await printedTable(api, part, call, captions)));
    else if (contract.tabs.some((tab) => tab === part.tab))
      found.push({ title: call.translate(part.title), facts: printedFacts(contract, part.facts, ground) });
  }
  const title = call.translate('server.print.title', { number: contract.number });
  const document = {
    title: `${title}. ${contract.name}`,
    facts: printedFacts(contract, [STATE, ...own], ground),
    parts: found,
    foot: call.translate('server.print.foot', { name, time: printed(new Date().toISOString(), ground) }),
  };
  return { title, document };
}

/** Returns name and value of each fact; a dash for a missing value. */
const printedFacts = (contract: Contract, facts: readonly TabColumn[], ground: Ground): PrintedFacts =>
  facts
    .map((fact) => ({ fact, text: printedAt(contract, fact, ground) }))
    .filter(({ fact, text }) => text || !fact.optional)
    .map(({ fact, text }) => [ground.translate(fact.label), text || '—']);

/** Returns no parts for a table that is empty, or that the account may not read. */
async function printedTable(
  api: ApiCatalogue,
  { title, operation, fixed, columns }: TabTable,
  call: InstanceCall<'contractPrint'>,
  captions: Captions,
): Promise<PrintedPart[]> {
  const { translate, locale, parameters, account } = call;
  const ground = { translate, locale, timeZone: account.instance.timeZone };
  const page = await rowsOf(call, operation, {
    ...given(api, operation, fixed),
    contractId: parameters.contractId,
  });
  if (!page || page.list.length === 0) return [];
  const words = bareWordsOfRows(api.operations.get(operation)!, api);
  const rows = page.list.map((row) => captionedRow(words, row, captions));
  const table = {
    head: columns.map(({ label }) => translate(label)),
    rows: rows.map((row) => columns.map((column) => printedAt(row, column, ground))),
    ...(page.size > rows.length && {
      note: translate('server.print.more', { shown: rows.length, size: page.size }),
    }),
  };
  return [{ title: translate(title), table }];
}

/** Passes values that are not parameters of the operation as properties of its filter, as the screens do. */
function given(api: ApiCatalogue, operation: string, fixed: Record<string, unknown>) {
  const parameters = api.operations.get(operation)!.parameters;
  const known = (name: string) => parameters.some((parameter) => parameter.name === name);
  const own = Object.entries(fixed).filter(([name]) => known(name));
  const filter = Object.entries(fixed).filter(([name]) => !known(name));
  return { ...Object.fromEntries(own), ...(filter.length > 0 && { filter: Object.fromEntries(filter) }) };
}

async function rowsOf(
  { operations }: Pick<InstanceCall, 'operations'>,
  operation: string,
  given: Record<string, unknown>,
) {
  try {
    const page = await operations.read(operation, { ...given, page: 0, count: MOST_ROWS });
    return page as { list: Row[]; size: number };
  } catch (error) {
    if (error instanceof Problem && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}
