/** Prints a contract with what its tabs show, as its reader may see it. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { valueAt } from '../../../engine/language/evaluate.ts';
import type { Contract } from '../../../schemas/generated/api.ts';
import { fileHandler, type Handlers, type InstanceCall } from '../../http/handler.ts';
import { Problem } from '../../http/problems.ts';
import { makePdf, type PrintedTable } from '../../print/pdf.ts';
import { tablesOf, type TabTable } from '../../print/tabs.ts';
import { printed, withCaptions } from '../../print/values.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';

const SCREENS = fileURLToPath(new URL('../../../screens/contracts/contract', import.meta.url));
/** So many rows of a table are printed; whoever has more is told. */
const MOST_ROWS = 100;
/** Of the contract itself; texts are those of its page. */
const FACTS = [
  'number',
  'type',
  'customer',
  'supplier',
  'segment',
  'status',
  'effectiveDate',
  'expirationDate',
  'autoRenewal',
  'responsible',
  'contactPhone',
  'code1c',
  'comment',
] as const;

type Row = Record<string, unknown>;

export function printHandlers(api: ApiCatalogue): Handlers {
  const tables = tablesOf(SCREENS, 'contract');
  return {
    contractPrint: fileHandler<'contractPrint'>(async (call) => {
      const { contractId } = call.parameters;
      const contract = (await call.operations.read('contractGet', { contractId })) as Contract;
      const captions = await loadCaptions(call.scope.db, call.locale);
      const found = [];
      for (const table of tables) found.push(await printedTable(api, table, call, captions));
      const title = call.translate('server.print.title', { number: contract.number });
      const { timeZone, name } = call.account.instance;
      const time = new Date().toLocaleString('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'short' });
      const content = await makePdf({
        title: `${title}. ${contract.name}`,
        facts: FACTS.map((fact) => [
          call.translate(`contract.${fact}`),
          printed(contract[fact], call.translate),
        ]),
        tables: found.filter((table) => table !== undefined),
        foot: call.translate('server.print.foot', { name, time }),
      });
      return {
        name: `${title}.pdf`,
        mediaType: 'application/pdf',
        size: content.length,
        etag: createHash('sha256').update(content).digest('hex'),
        inline: false,
        read: async function* read() {
          yield content;
        },
      };
    }),
  };
}

/** Undefined for a table that is empty, or that the account may not read. */
async function printedTable(
  api: ApiCatalogue,
  { title, operation, columns }: TabTable,
  call: InstanceCall<'contractPrint'>,
  captions: Captions,
): Promise<PrintedTable | undefined> {
  const { translate, parameters } = call;
  const page = await rowsOf(call, operation, parameters.contractId);
  if (!page || page.list.length === 0) return undefined;
  const rows = page.list.map((row) => withCaptions(row, operation, api, captions));
  const cell = (row: Row, fields: string[]) =>
    fields.map((field) => printed(valueAt(row, field.split('.')), translate)).join(' – ');
  return {
    title: translate(title),
    head: columns.map(({ label }) => translate(label)),
    rows: rows.map((row) => columns.map(({ fields }) => cell(row, fields))),
    ...(page.size > rows.length && {
      note: translate('server.print.more', { shown: rows.length, size: page.size }),
    }),
  };
}

async function rowsOf(
  { operations }: Pick<InstanceCall, 'operations'>,
  operation: string,
  contractId: string,
) {
  try {
    const page = await operations.read(operation, { contractId, page: 0, count: MOST_ROWS });
    return page as { list: Row[]; size: number };
  } catch (error) {
    if (error instanceof Problem && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}
