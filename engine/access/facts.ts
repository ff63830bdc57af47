/** Reads instance, settings and preferences of a session. */
import type { Transport } from '../data/transport.ts';
import type { CompiledApp, CompiledOperation } from '../language/compiled.ts';
import { own } from '../language/own.ts';
import type { Account, Facts, SystemInfo } from './account.ts';
import type { PreferenceRow, Preferences } from './preferences.ts';

export interface ReadFacts extends Facts {
  /** Preferences for views; read here so that the first page already has them. */
  preferred?: readonly PreferenceRow[];
}

interface Sources {
  app: CompiledApp;
  transport: Transport;
  preferences: Preferences;
}

/** Reply of the operation `start` of the session. */
interface Start {
  account: Account;
  info: SystemInfo;
  /** The text of each setting that has one. */
  settings: Record<string, string>;
  preferences: PreferenceRow[];
}

export interface Begun {
  account: Account;
  facts: ReadFacts;
}

/** Reads account, instance, settings and preferences with one operation. Rejects with the error of the call. */
export async function readStart(
  { app, transport }: Pick<Sources, 'app' | 'transport'>,
  operation: CompiledOperation,
): Promise<Begun> {
  const args = { settings: Object.keys(app.properties) };
  const { account, info, settings, preferences } = (await transport.send(operation, args)) as Start;
  const properties = Object.entries(app.properties).map(([name, { type, default: otherwise }]) => [
    name,
    propertyValue(own(settings, name), type) ?? otherwise,
  ]);
  const known = { system: info, properties: Object.fromEntries(properties) as Record<string, unknown> };
  return { account, facts: { ...known, ...(isHeld(app, account) ? {} : { preferred: preferences }) } };
}

export async function readFacts(sources: Sources, account: Account): Promise<ReadFacts> {
  const { app, transport, preferences } = sources;
  const { start } = app.session;
  // Without a reply there are neither instance nor settings, the same as when each separate request fails.
  if (start) return (await optional(readStart(sources, start)))?.facts ?? { properties: defaultsOf(app) };
  const [system, properties, preferred] = await Promise.all([
    readOptional<SystemInfo>(transport, app.session.info),
    readProperties(sources),
    isHeld(app, account) ? undefined : preferences.read(),
  ]);
  return { properties, ...(preferred ? { preferred } : {}), ...(system ? { system } : {}) };
}

/** Whether the account must do something first (`first` of the app file); until then the server refuses other calls. */
export const isHeld = ({ first }: CompiledApp, account: Account): boolean =>
  first !== undefined && (account as unknown as Record<string, unknown>)[first.property] === true;

/** Reads the settings that screens see as `properties`; a setting without a value gets its default. */
async function readProperties({ app, transport }: Sources): Promise<Record<string, unknown>> {
  const { property } = app.session;
  const entries = Object.entries(app.properties).map(async ([name, { type, default: otherwise }]) => {
    const reply = await readOptional<{ value: string | null }>(transport, property, { name });
    return [name, propertyValue(reply?.value, type) ?? otherwise] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const defaultsOf = ({ properties }: CompiledApp): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, { default: otherwise }]) => [name, otherwise]));

/**
 * Converts the text of a setting to its declared type. Undefined for an empty text, for a number that cannot be parsed,
 * and for an interval without a start or end.
 */
export function propertyValue(
  text: string | null | undefined,
  type: CompiledApp['properties'][string]['type'],
): unknown {
  if (text == null || text === '') return undefined;
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'list':
      return text.split('\n').filter(Boolean);
    case 'interval': {
      const [start, end] = text.split('/');
      return start && end ? { start, end } : undefined;
    }
    default:
      return text;
  }
}

/** Undefined when the read fails or there is no such operation: no such read is worth stopping the start for. */
export async function readOptional<T>(
  { send }: Transport,
  operation: CompiledOperation | undefined,
  args: Record<string, unknown> = {},
): Promise<T | undefined> {
  return operation && optional(send(operation, args) as Promise<T>);
}

const optional = <T>(reply: Promise<T>): Promise<T | undefined> => reply.catch(() => undefined);
