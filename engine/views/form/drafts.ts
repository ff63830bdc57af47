/**
 * Unsaved input, stored in the browser by account and record, with the record's version, for seven days. A draft is
 * offered and never applied automatically; it never contains passwords or files.
 */
import type { Stored } from '../../data/storage.ts';
import { getAt, sameEntry, shallowCopy } from './paths.ts';
import type { FormController } from './controller.ts';
import type { Plan, Spot } from './plan.ts';

const PREFIX = 'draft:';
const DAY = 24 * 3600 * 1000;
export const DRAFT_LIFE = 7 * DAY;

export interface Draft {
  /** Milliseconds since 1970. */
  saved: number;
  /** Version of the record during the input; null when the record has none yet. */
  version: unknown;
  /** Entered values by the key of their field. */
  values: Record<string, unknown>;
}

/** Storage key of a draft of an account; `identity` identifies the form and the record. */
export const draftKey = (login: string, identity: unknown): string =>
  `${PREFIX}${encodeURIComponent(login)}:${JSON.stringify(identity)}`;

/** Reads the draft at a key; an expired or invalid one is removed. */
export function readDraft(storage: Stored, key: string): Draft | undefined {
  const text = storage.read(key);
  if (text === null) return undefined;
  try {
    const draft = JSON.parse(text) as Draft;
    if (Date.now() - draft.saved < DRAFT_LIFE && typeof draft.values === 'object') return draft;
  } catch {
    // An unreadable draft cannot be offered.
  }
  storage.write(key, undefined);
  return undefined;
}

export const writeDraft = (storage: Stored, key: string, draft: Draft | undefined): void =>
  storage.write(key, draft && JSON.stringify(draft));

/** Removes expired drafts of all accounts. */
export function sweepDrafts(storage: Stored): void {
  for (const key of storage.keys(PREFIX)) readDraft(storage, key);
}

/** The values of a form that differ from its record. */
export function enteredIn({ plan, store }: FormController): Record<string, unknown> {
  const entered: Record<string, unknown> = {};
  for (const spot of plan.spots) {
    const now = getAt(store.values, spot.field.path);
    if (isSecret(spot) || sameEntry(now, getAt(store.initial, spot.field.path))) continue;
    entered[spot.key] = withoutSecrets(spot.items, now) ?? null;
  }
  return entered;
}

const isSecret = ({ field }: Spot): boolean => field.widget === 'password' || field.file !== undefined;

function withoutSecrets(items: Plan | undefined, value: unknown): unknown {
  const secrets = items?.spots.filter((spot) => isSecret(spot) || spot.items) ?? [];
  if (!secrets.length || !Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    const copy = shallowCopy(item) as Record<string, unknown>;
    for (const spot of secrets)
      if (isSecret(spot)) delete copy[spot.key];
      else copy[spot.key] = withoutSecrets(spot.items, copy[spot.key]);
    return copy;
  });
}
