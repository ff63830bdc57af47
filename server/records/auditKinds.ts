/** Contents of the audit log: its actions, its kinds of entries other than records, and the titles of entries. */
import { sql, type RawBuilder } from 'kysely';

/** Every action that an entry may have; each has a text (`server.action.*`). */
export const AUDIT_ACTIONS = [
  'create',
  'save',
  'delete',
  'block',
  'unblock',
  'retire',
  'accept',
  'decline',
  'reject',
  'refuse',
  'approve',
  'approveWithChanges',
  'approval',
  'review',
  'confirm',
  'concede',
  'correct',
  'arrive',
  'release',
  'createClaim',
  'changeClaim',
  'cancelClaim',
  'reopenClaim',
  'submit',
  'specify',
  'change',
  'discard',
  'open',
  'close',
  'cancel',
  'send',
  'lapse',
  'reopen',
  'begin',
  'expire',
  'renew',
  'publish',
  'withdraw',
  'balance',
  'plan',
  'start',
  'complete',
  'skip',
  'inventory',
  'annul',
  'redeem',
  'exchange',
  'evaluate',
  'rotate',
  'addStands',
  'removeStands',
  'restore',
  'import',
  'template',
  'apply',
  'update',
  'remove',
  'days',
  'units',
  'tasks',
  'move',
  'undo',
  'visibility',
  'message',
  'toggleTransfer',
  'toggleCoupons',
  'toggleLock',
  'MOVE',
  'PUBLISH',
  'PRIVATE',
  'CLONE',
  'ARCHIVE',
  'REESTABLISH',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A text of another row, whose id or code the logged row contains, as that row is now. */
export interface Referenced {
  /** Column of the logged row. */
  by: string;
  table: string;
  /** What the logged row contains: the id unless given; a code belongs to the same instance. */
  key?: 'id' | 'code';
  /** Column of the table, or SQL of a text, with the table aliased as `n`. */
  text: string | RawBuilder<string>;
}

/** Part of the title of an entry: a property of the record, or a text of another row. */
export type TitlePart = string | Referenced;

/** How the audit log presents the entries of a kind. */
export interface Presented {
  /**
   * Prefixes of the text keys of its fields, in the order in which they are tried; the name of the kind unless given.
   */
  labels?: readonly string[];
  /**
   * Parts of the title of an entry, joined by commas; empty ones are left out. Unless given, the title is the first of
   * the usual name columns (`number`, `name` and others) that has a value.
   */
  title?: readonly TitlePart[];
}

/** A kind that separate operations change: it is not a record, so its table is declared here. */
export interface OtherKind extends Presented {
  table: string;
  /** How a column is presented: as a dictionary value, or by the text `TEXTS.value`. */
  words?: Readonly<Record<string, { dictionary: string } | { texts: string }>>;
}

export const OF_CONTRACT: Referenced = { by: 'contract_id', table: 'contracts', text: 'number' };
export const OF_VEHICLE: Referenced = { by: 'vehicle_id', table: 'vehicles', text: 'reg_number' };
export const OF_HYPOTHESIS: Referenced = { by: 'hypothesis_id', table: 'hypotheses', text: 'name' };
export const OF_INVENTORY: Referenced = { by: 'inventory_id', table: 'inventories', text: 'name' };
export const OF_VISIT: Referenced = {
  by: 'visit_id',
  table: 'visits',
  text: sql<string>`(select p.address from visit_points p
    where p.id = n.visit_point_id and p.instance_id = n.instance_id)`,
};
const OF_EVACUATION_POINT: Referenced = {
  by: 'evacuation_point_id',
  table: 'evacuation_points',
  text: sql<string>`(select p.address from visit_points p where p.id = n.stand_id and p.instance_id = n.instance_id)`,
};
const OF_ACCOUNT: Referenced = { by: 'account_id', table: 'accounts', text: 'login' };
const OF_INSTANCE: Referenced = { by: 'instance_id', table: 'instances', text: 'name' };
const OF_TERMINAL: Referenced = { by: 'terminal_id', table: 'terminals', text: 'device_id' };

/** Returns a reference to the name of the row whose code a property of the record contains, see `coded`. */
export const byCode = (by: string, table: string): Referenced => ({ by, table, key: 'code', text: 'name' });

/** The kinds of entries other than records. */
export const OTHER_KINDS = {
  classifier: { table: 'classifiers', labels: ['classifierValue'] },
  preference: { table: 'preferences', title: [OF_ACCOUNT, 'screen', 'view'] },
  appProperty: {
    table: 'app_properties',
    title: ['name'],
    words: { name: { texts: 'server.property' } },
  },
  event: {
    table: 'events',
    title: ['meta', 'event_time'],
    words: { meta: { dictionary: 'eventMetas' } },
  },
  tier: { table: 'task_items', title: [OF_EVACUATION_POINT, 'task_date'] },
  tievr: { table: 'task_visits', title: [OF_VISIT, 'task_date'] },
  report: { table: 'reports', labels: ['reportDraft'], title: ['name'] },
  reportRequest: { table: 'report_requests', title: ['name', 'create_time'] },
  reportOptions: { table: 'report_options', title: [OF_INSTANCE] },
  terminal: { table: 'vehicle_terminals', title: [OF_VEHICLE, OF_TERMINAL] },
  terminalDevice: { table: 'terminals', labels: ['terminal'], title: ['device_id'] },
  talonIntegration: { table: 'contract_talon_links', labels: ['talon'], title: [OF_CONTRACT, 'login'] },
  file: { table: 'files', labels: ['contractFile', 'photo'], title: ['name'] },
} as const satisfies Record<string, OtherKind>;
