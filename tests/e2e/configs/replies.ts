/** What the pages of these tests are answered: every operation of the API files by a sample, whoever asks. */
import { describedBy } from '../../views/replies.ts';
import { project } from '../walk/visits.ts';
import { replyOf } from './samples.ts';

const { api } = project.catalogue;
const { session, notices, counts } = project.app!;

export interface Reply {
  operation: string;
  method: string;
  /** Source of a pattern of the path. */
  path: string;
  /** Absent where there is no content. */
  body?: unknown;
  /** A file comes instead: a picture without anything on it. */
  file: boolean;
  /** Asked by the frame for whoever is signed in, on every screen. */
  ofFrame: boolean;
}

/** Where and when the samples are shown: the same on every machine, on every day. */
const INSTANCE = { instanceType: 'RO', timeZone: 'Europe/Moscow' };

const ACCOUNT = { login: 'sample', firstName: 'Anna', lastName: 'Sample' };

const INFO = { ...(replyOf(api.operations.get(session.info!.id)!, api) as object), ...INSTANCE };

/** What the session is told before any screen asks; the permissions are those of the page. */
const OWN: Record<string, unknown> = {
  ...describedBy(project.screens.values()),
  [session.renew!.id]: ACCOUNT,
  [session.property?.id ?? '']: { value: null },
  // However many tabs are counted, each has one thing.
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

/** The operation that tells who is signed in, as the page's start asks it. */
export const START = session.start!.id;
