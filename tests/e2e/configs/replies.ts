/** Replies to the pages of these tests: a sample for every operation of the API files, for every account. */
import { describedBy } from '../../views/replies.ts';
import { project } from '../walk/visits.ts';
import { replyOf } from './samples.ts';

const { api } = project.catalogue;
const { session, notices, counts } = project.app!;

export interface Reply {
  operation: string;
  method: string;
  /** Source of the pattern for the path. */
  path: string;
  /** Absent where there is no content. */
  body?: unknown;
  /** The reply is a file instead: a blank picture. */
  file: boolean;
  /** Called by the frame for every signed-in account, on every screen. */
  ofFrame: boolean;
}

/** Place and time of the samples: the same on every machine, on every day. */
const INSTANCE = { instanceType: 'RO', timeZone: 'Europe/Moscow' };

const ACCOUNT = { login: 'sample', firstName: 'Anna', lastName: 'Sample' };

const INFO = { ...(replyOf(api.operations.get(session.info!.id)!, api) as object), ...INSTANCE };

/** Replies to the session before any screen sends a request; the permissions are those of the page. */
const OWN: Record<string, unknown> = {
  ...describedBy(project.screens.values()),
  [session.renew!.id]: ACCOUNT,
  [session.property?.id ?? '']: { value: null },
  // Enough counts for any number of tabs, each of them 1.
  [counts!.id]: Array(50).fill(1),
  [session.info!.id]: INFO,
  [session.start!.id]: { account: ACCOUNT, info: INFO, settings: {}, preferences: [] },
};

const ofFrame = new Set(
  [...Object.values(session), notices?.operation].flatMap((one) => (one ? [one.id] : [])),
);

/** Fixed paths before those with parameters. */
export const REPLIES: Reply[] = [...api.operations.values()]
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map((operation) => {
    const body = operation.id in OWN ? OWN[operation.id] : replyOf(operation, api);
    return {
      operation: operation.id,
      method: operation.method,
      path: `^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      ofFrame: ofFrame.has(operation.id),
      file: !operation.reply && operation.replyType !== undefined,
      ...(body === undefined ? {} : { body }),
    };
  });

/** The operation that returns the signed-in account, as the page calls it on start. */
export const START = session.start!.id;
