/** Transfer of reports between instances: one versioned file with the template; clones; template files. */
import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import {
  fileHandler,
  handlers,
  instanceHandler,
  uploadHandler,
  type InstanceCall,
} from '../../access/handler.ts';
import type { FileReply } from '../../core/fileReply.ts';
import { invalid, Problem } from '../../core/problems.ts';
import { tooLarge, type UploadedFile } from '../../core/upload.ts';
import type { Db } from '../../database/connection.ts';
import type { ReportDefinition } from '../../reports/definition.ts';
import { marksOfDocument, marksOfWorkbook, TemplateFault } from '../../reports/template.ts';
import { draftReply, insertReport, writeDraft } from './editor.ts';
import { categoryNames, draftOf, ownReport, requireSound, type ReportRow } from './store.ts';

const LARGEST_TEMPLATE = 5 * 1024 * 1024;
const LARGEST_FILE = 10 * 1024 * 1024;
const FILE_VERSION = 1;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Content of a report file. */
interface ReportFile {
  report: 1;
  code: string;
  categories: string[];
  definition: ReportDefinition;
  template?: { name: string; mediaType: string; content: string } | undefined;
}

export const reportExchangeHandlers = (api: ApiCatalogue) => {
  const fits = definitionCheck(api);
  return handlers({
    reportExport: fileHandler<'reportExport'>(async ({ scope, account, parameters }) => {
      const row = await ownReport(scope.db, account, parameters.reportCode);
      const file = await fileOf(scope.db, row);
      return reply(
        `${row.code}.report.json`,
        'application/json',
        Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
      );
    }),

    reportImport: uploadHandler<'reportImport'>(async (call) => {
      const { scope, account } = call;
      const { fields, files } = await call.upload(LARGEST_FILE);
      const overwrite = (fields as { overwrite?: string }).overwrite === 'true';
      const file = readFile(await bytesOf(files, LARGEST_FILE), fits);
      const { code } = file;
      const found = await scope.db
        .selectFrom('reports')
        .selectAll()
        .where('instance_id', '=', account.instance.id)
        .where('code', '=', code)
        .executeTakeFirst();
      if (!found) {
        await scope.transaction(async (trx) => {
          const definition = await definitionOf(trx, account.instance.id, file);
          const row = await insertReport(
            { scope: { ...scope, transaction: (work) => work(trx) } as typeof scope, account },
            code,
            definition,
          );
          await takeTemplate(trx, row, file, account);
        });
        return { code, taken: true, existed: false, differences: [] };
      }
      const differences = differencesOf(await fileOf(scope.db, found), file);
      if (!overwrite || differences.length === 0) return { code, taken: false, existed: true, differences };
      await scope.transaction(async (trx) => {
        const before = await ownReport(trx, account, code, true);
        const definition = await definitionOf(trx, account.instance.id, file);
        await requireSound(trx, account, definition);
        await takeTemplate(trx, await writeDraft(trx, account, before, definition, 'import'), file, account);
      });
      return { code, taken: true, existed: true, differences };
    }),

    reportClone: instanceHandler<'reportClone'>(async (call) => {
      const { scope, account, parameters, body, translate } = call;
      const from = await ownReport(scope.db, account, parameters.reportCode);
      const name = body.name ?? translate('server.report.copy', { name: from.name });
      const { templateId, ...definition } = draftOf(from);
      const made = await insertReport(call, body.newCode, {
        ...definition,
        name: name.slice(0, 200),
        templateId: null,
      });
      if (!templateId) return draftReply(call, made);
      const row = await scope.transaction(async (trx) => {
        const template = await trx
          .selectFrom('report_templates')
          .selectAll()
          .where('id', '=', templateId)
          .executeTakeFirstOrThrow();
        const { name: file, media_type: mediaType, content } = template;
        return keepTemplate(
          trx,
          made,
          { name: file, mediaType, content, marks: definition.marks ?? [] },
          account,
        );
      });
      return draftReply(call, row);
    }),

    reportTemplateGet: fileHandler<'reportTemplateGet'>(async ({ scope, account, parameters }) => {
      const { templateId } = draftOf(await ownReport(scope.db, account, parameters.reportCode));
      const found = templateId
        ? await scope.db
            .selectFrom('report_templates')
            .selectAll()
            .where('id', '=', templateId)
            .executeTakeFirst()
        : undefined;
      if (!found) throw new Problem(409, 'report.noTemplate');
      return reply(found.name, found.media_type, found.content);
    }),

    reportTemplateSave: uploadHandler<'reportTemplateSave'>(async (call) => {
      const { scope, account, parameters } = call;
      // Check access before the body is read.
      await ownReport(scope.db, account, parameters.reportCode);
      const { files } = await call.upload(LARGEST_TEMPLATE);
      const content = await bytesOf(files, LARGEST_TEMPLATE);
      const read = await readTemplate(content.name, content.bytes);
      const row = await scope.transaction(async (trx) =>
        keepTemplate(trx, await ownReport(trx, account, parameters.reportCode, true), read, account),
      );
      return draftReply(call, row);
    }),
  });
};

interface Template {
  name: string;
  mediaType: string;
  content: Buffer;
  marks: string[];
}

/** Reads a template; its type is detected from the content. */
async function readTemplate(name: string, content: Buffer): Promise<Template> {
  const isDocument = content.includes('word/document.xml');
  const isWorkbook = !isDocument && content.includes('xl/workbook.xml');
  if (!isDocument && !isWorkbook) throw new Problem(415, 'report.templateKind');
  try {
    const marks = isDocument ? await marksOfDocument(content) : await marksOfWorkbook(content);
    return { name: name.slice(0, 200) || 'template', mediaType: isDocument ? DOCX : XLSX, content, marks };
  } catch (error) {
    if (error instanceof TemplateFault) throw new Problem(415, error.key, { cause: error });
    throw error;
  }
}

async function keepTemplate(
  trx: Db,
  row: ReportRow,
  { name, mediaType, content, marks }: Template,
  account: InstanceCall['account'],
): Promise<ReportRow> {
  const { id } = await trx
    .insertInto('report_templates')
    .values({ instance_id: row.instance_id, report_id: row.id, name, media_type: mediaType, content })
    .returning('id')
    .executeTakeFirstOrThrow();
  const definition = { ...draftOf(row), templateId: id, templateName: name, marks };
  return writeDraft(trx, account, row, definition, 'template');
}

async function takeTemplate(
  trx: Db,
  row: ReportRow,
  { template }: ReportFile,
  account: InstanceCall['account'],
): Promise<void> {
  if (!template) return;
  await keepTemplate(
    trx,
    row,
    await readTemplate(template.name, Buffer.from(template.content, 'base64')),
    account,
  );
}

async function fileOf(db: Db, row: ReportRow): Promise<ReportFile> {
  const { templateId, templateName: _name, marks: _marks, personal: _personal, ...definition } = draftOf(row);
  const names = await categoryNames(db, [row.instance_id]);
  const template = templateId
    ? await db.selectFrom('report_templates').selectAll().where('id', '=', templateId).executeTakeFirst()
    : undefined;
  return {
    report: FILE_VERSION,
    code: row.code,
    categories: definition.categoryIds.flatMap((id) => names.get(id) ?? []),
    // Ids of categories are specific to an instance.
    definition: { ...definition, categoryIds: [] },
    ...(template && {
      template: {
        name: template.name,
        mediaType: template.media_type,
        content: template.content.toString('base64'),
      },
    }),
  };
}

/** Returns the definition of a file with the categories of this instance; missing ones are created. */
async function definitionOf(
  trx: Db,
  instanceId: string,
  { definition, categories }: ReportFile,
): Promise<ReportDefinition> {
  const ids: number[] = [];
  for (const name of categories) {
    await trx
      .insertInto('report_categories')
      .values({ instance_id: instanceId, name })
      .onConflict((conflict) => conflict.constraint('report_categories_name').doNothing())
      .execute();
    const { id } = await trx
      .selectFrom('report_categories')
      .select('id')
      .where('instance_id', '=', instanceId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return { ...definition, categoryIds: ids, templateId: null, templateName: null, marks: [] };
}

/** Returns the parts that differ, as texts. */
function differencesOf(here: ReportFile, there: ReportFile) {
  const parts = (file: ReportFile): Record<string, unknown> => ({
    ...file.definition,
    categoryIds: undefined,
    categories: file.categories,
    template: file.template && createHash('sha256').update(file.template.content).digest('hex').slice(0, 16),
  });
  const [own, other] = [parts(here), parts(there)];
  const text = (value: unknown) =>
    value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return [...new Set([...Object.keys(own), ...Object.keys(other)])]
    .filter((part) => text(own[part]) !== text(other[part]))
    .map((part) => ({ part, here: text(own[part]), file: text(other[part]) }));
}

type Fits = (definition: unknown) => boolean;

/** Returns a check whether a definition has the shape of a save. */
function definitionCheck(api: ApiCatalogue): Fits {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({
    $id: 'api',
    components: {
      schemas: JSON.parse(
        JSON.stringify(api.schemas).replaceAll('"#/components/', '"api#/components/'),
      ) as object,
    },
  });
  const check = ajv.compile({ $ref: 'api#/components/schemas/ReportSave' });
  return (definition) => check({ ...(definition as object), version: 1 }) as boolean;
}

function readFile({ bytes }: { bytes: Buffer }, fits: Fits): ReportFile {
  let file: Partial<ReportFile> | null;
  try {
    file = JSON.parse(bytes.toString('utf8')) as Partial<ReportFile>;
  } catch {
    throw new Problem(415, 'report.fileKind');
  }
  if (typeof file !== 'object' || file === null || file.report === undefined)
    throw new Problem(415, 'report.fileKind');
  if (file.report !== FILE_VERSION) throw new Problem(415, 'report.fileVersion');
  const { code, categories = [], definition, template } = file;
  const sound =
    typeof code === 'string' &&
    /^[a-z][a-z0-9-]{1,63}$/.test(code) &&
    Array.isArray(categories) &&
    categories.length <= 20 &&
    categories.every((name) => typeof name === 'string' && name.length > 0 && name.length <= 100) &&
    fits(definition) &&
    (template === undefined || (typeof template?.content === 'string' && typeof template.name === 'string'));
  if (!sound || !definition) throw new Problem(415, 'report.fileKind');
  return { report: FILE_VERSION, code, categories, definition, template };
}

async function bytesOf(
  files: AsyncIterable<UploadedFile>,
  most: number,
): Promise<{ name: string; bytes: Buffer }> {
  for await (const { name, stream } of files) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      chunks.push(chunk);
    }
    return { name, bytes: Buffer.concat(chunks) };
  }
  throw invalid({ field: 'file', code: 'required', message: 'validation.required' });
}

function reply(name: string, mediaType: string, content: Buffer): FileReply {
  return {
    name,
    mediaType,
    size: content.length,
    etag: createHash('sha256').update(content).digest('hex'),
    inline: false,
    read: async function* read() {
      yield content;
    },
  };
}
