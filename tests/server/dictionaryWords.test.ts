/** Dictionary values of the product, checked against the specification, the API files and the texts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../engine/language/schema.ts';
import { takesOwnWords } from '../../server/dictionaries/closed.ts';
import { ROW_DICTIONARIES } from '../../server/dictionaries/rows.ts';
import { readWords } from '../../server/dictionaries/words.ts';
import { loadApi, loadLocales } from '../../server/core/projectFiles.ts';
import { spec } from '../spec/spec.ts';
import { ROOT } from './support.ts';

const api = loadApi(ROOT);
const locales = loadLocales(ROOT);
const words = readWords();
const namesOf = (id: string) => words.get(id)?.map(({ name }) => name);

/** Lists that the specification defines (screens §4, §6; units of §9). */
const SPECIFIED: Record<string, string> = {
  incidentStatuses: 'OPENED ACCEPTED DECLINED',
  carrierClaimStatuses: 'NEW UNDER_CONSIDERATION SPECIFIED DISCARDED APPROVED CHANGED CANCELED',
  csoriStatuses: 'NEW AGREEMENT APPROVED CLAIM CORRECTION',
  tierStatuses: 'NOT_VERIFIED VERIFIED',
  contractTypes: 'COLLECTION GENERATION UTILIZATION SOIL SERVICE MANAGE ACCOUNTING WASH_MANAGE WASH',
  contractStatuses: 'ACTIVE BLOCKED INACTIVE EXPIRED REMOVED',
  contractPolicyAgreementTypes: 'ACCEPTED PROCEEDED EXPIRED REJECTED STATUS_NOT_SET',
  customerKinds: 'LEGAL INDIVIDUAL SOLE_TRADER',
  contractPublications: 'NEVER PUBLISHED CHANGED',
  customerStatuses: 'ACTIVE BLOCKED INACTIVE',
  dayKinds: 'WORKDAY CALENDAR',
  eventSeverities: 'INFORMATION WARNING AVERAGE HIGH DISASTER',
  unitStatusTypes: 'WORK TRANSIT WASH SITE_MAINTENANCE',
  visitStatuses: 'PLANNED WAITING SUCCESS FAILED EMPTY REJECTED CANCELED MOVED',
  scheduleTypes: 'EVERY_WEEK NUMBERED_WEEKS EVERYDAY',
  roadClosureMarks: 'NEW TO_ADD SENT CONFIRMED TO_DELETE SENT_TO_DELETION',
  directoryTypes: 'PRIVATE GENERAL ARCHIVE HYPOTHESIS',
  directoryVisibilities: 'NOBODY ALL DIVISIONS',
  pointGroupOperations: 'PUBLISH ARCHIVE MOVE PRIVATE REESTABLISH CLONE',
  roleScopes: 'INSTANCE ALL',
  additionalWorkKindMeasures: 'PCS M KM M3 KG',
};

/** Lists that are complete with fewer than four. */
const FEW = new Set([
  'agreementParties',
  'analysisStatuses',
  'claimInputs',
  'differenceKinds',
  'differenceStatuses',
  'inventoryStandStates',
  'reportChartKinds',
  'reportStates',
  'reportTypes',
  'contractPolicyResults',
  'findingPurposes',
  'solutionExperiences',
  'solutionTypes',
  'resultApprovals',
  'visitPhotoKinds',
  'weighingActions',
  'weighingStatuses',
  'tareModes',
  'themes',
]);

/** Captions that are the same in every language. */
/**
 * Permissions as the specification spells them, dictionaries by their names, kinds of charts as the language has them.
 */
const NAMES_OF_OTHERS = new Set([
  'permissions',
  'reportDictionaries',
  'reportChartKinds',
  'reportResolutions',
]);

const UNTRANSLATED = new Set(['₽', 'VIN', 'Excel (XLSX)', 'PDF', 'Word (DOCX)', 'CSV']);

describe('dictionaries of the API files', () => {
  it('are the eighty of calls §7.10, each once', () => {
    const { dictionaries } = JSON.parse(
      readFileSync(path.join(ROOT, 'tests/spec/inventory.json'), 'utf8'),
    ) as { dictionaries: { path: string }[] };
    expect(dictionaries.length).toBe(80);
    const addresses = [...api.dictionaries.values()].map(({ operation }) => {
      const { method, path: address } = api.operations.get(operation)!;
      return `${method} ${address}`;
    });
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(dictionaries.filter((one) => !addresses.includes(`GET ${one.path}`))).toEqual([]);
  });

  it('have fixed values or rows, not both, and no values lack a dictionary', () => {
    const rows = new Set([...Object.keys(ROW_DICTIONARIES), 'locations', 'auditEntities']);
    const ids = [...api.dictionaries.keys()];
    expect(ids.filter((id) => words.has(id) === rows.has(id))).toEqual([]);
    expect([...words.keys(), ...rows].filter((id) => !api.dictionaries.has(id))).toEqual([]);
  });

  it('name properties that their rows have', () => {
    for (const { id, value, label } of api.dictionaries.values()) {
      const item = ROW_DICTIONARIES[id]?.item;
      if (item) expect([id, Object.keys(item)]).toEqual([id, expect.arrayContaining([value, label])]);
    }
  });

  it('have a title and an error text in both languages, each unique', () => {
    for (const texts of [locales.ru, locales.en]) {
      const ids = [...api.dictionaries.keys()];
      const failures = ids.map((id) => texts[`errorMessages.dictionary.${id}`]);
      const titles = ids.map((id) => texts[`server.dictionary.${id}`]);
      expect([failures, titles].flat()).not.toContain(undefined);
      expect([new Set(failures).size, new Set(titles).size]).toEqual([ids.length, ids.length]);
    }
    expect(locales.ru['errorMessages.dictionary.incidentStatuses']).toBe(
      'Не удалось загрузить статусы инцидентов',
    );
    spec('M-013', 'M-015', 'M-017', 'M-018', 'M-019', 'M-020', 'M-021');
    for (const [id, text] of Object.entries({
      incidentStatuses: 'Incident statuses could not be loaded',
      transportationCompanies: 'Carriers could not be loaded',
      locations: 'Responsibility zone tree could not be loaded',
      hashNames: 'Additional signs could not be loaded',
      inventoryStatuses: 'Inventory statuses could not be loaded',
      inventoryStandResponsible: 'Stand responsible could not be loaded',
      inventoryResponsible: 'Inventory responsible could not be loaded',
    }))
      expect(locales.en[`errorMessages.dictionary.${id}`]).toBe(text);
    expect(locales.ru['engine.dictionaryNotFound']).toContain('Справочник не найден');
    expect(locales.en['engine.dictionaryNotFound']).toContain('Dictionary not found by id');
  });
});

describe('dictionary values', () => {
  it('are those of the specification where it lists them, else at least four', () => {
    spec('C-024', 'S-012', 'B-156', 'B-161', 'B-166', 'B-184');
    for (const [id, list] of Object.entries(SPECIFIED)) {
      expect([id, namesOf(id)]).toEqual([id, list.split(' ')]);
    }
    const short = [...words]
      .filter(([id, list]) => list.length < 4 && !SPECIFIED[id] && !FEW.has(id))
      .map(([id]) => id);
    expect(short).toEqual([]);
  });

  it('are unique in their dictionary, by name and by caption', () => {
    for (const [id, list] of words) {
      for (const part of ['name', 'ru', 'en'] as const) {
        const values = list.map((word) => word[part].toLowerCase());
        expect([id, part, new Set(values).size]).toEqual([id, part, list.length]);
      }
    }
  });

  it('have captions in both languages, each in its own alphabet', () => {
    const faults = [...words].flatMap(([id, list]) =>
      list
        .filter(({ ru, en }) => !UNTRANSLATED.has(ru) && (!/[а-яё]/i.test(ru) || !en.trim()))
        .concat(list.filter(({ en }) => /[а-яё]/i.test(en)))
        .map(({ name }) => `${id} ${name}`),
    );
    expect(faults).toEqual([]);
  });

  it('never have the name prefix of an instance’s values', () => {
    const names = [...words].flatMap(([id, list]) =>
      NAMES_OF_OTHERS.has(id) ? [] : list.map(({ name }) => name),
    );
    expect(names.filter((name) => !/^(?!OWN_)[A-Z][A-Z0-9_]*$/.test(name))).toEqual([]);
  });

  it('match every enum that refers to a dictionary', () => {
    const found: string[] = [];
    const visit = (node: JsonSchema, where: string): void => {
      const id = node['x-dictionary'];
      const one = node.items ?? node;
      const list = one.enum ?? one.properties?.['name']?.enum;
      if (id && list) {
        found.push(where);
        const held = words.get(id) ? namesOf(id) : undefined;
        expect([where, [...list].filter((value) => value !== null).toSorted()]).toEqual([
          where,
          held?.toSorted(),
        ]);
        expect([where, takesOwnWords(id)]).toEqual([where, false]);
      }
      for (const [name, child] of Object.entries(node.properties ?? {})) visit(child, `${where}.${name}`);
      if (node.items) visit(node.items, `${where}[]`);
    };
    for (const [name, schema] of Object.entries(api.schemas)) visit(schema, name);
    expect(found.length).toBeGreaterThan(0);
  });
});
