/** The talon integration of a contract: credentials, a test, and data of the talon system. */
import type { Operations } from '../../../schemas/generated/api.ts';
import { instanceHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import { Problem } from '../../core/problems.ts';
import { ExchangeError, type Talon, type TalonList } from '../../integrations/talon.ts';
import { loadCaptions } from '../../records/captions.ts';
import { readLink, requireContract, storeLink, type Link } from './talonLinks.ts';

type Reply = Operations['talonIntegrationGet']['reply'];
type Asker = Pick<InstanceCall, 'scope' | 'account'>;

export function talonHandlers(talon: Talon): Handlers {
  const list = <Id extends 'talonVisitPoints' | 'talonRos' | 'polygonContracts'>(what: TalonList) =>
    instanceHandler<Id>(async (call) => {
      const { contractId } = call.parameters as { contractId: string };
      const link = await connected(call, contractId);
      const rows = await exchange(call, link, () => talon.list(link.token, what));
      return rows as unknown as Operations[Id]['reply'];
    });
  return {
    talonIntegrationGet: instanceHandler<'talonIntegrationGet'>(async (call) => {
      const { contractId } = call.parameters;
      await requireContract(call.scope.db, contractId);
      return reply(call, contractId);
    }),

    talonCredentialSubmit: instanceHandler<'talonCredentialSubmit'>(async (call) => {
      const { contractId, login, password } = call.body;
      await requireContract(call.scope.db, contractId, true);
      const before = await readLink(call.scope.db, contractId);
      try {
        const token = await talon.signIn(login, password);
        await storeLink(call, { contractId, login, token, state: 'CONNECTED' });
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
        // A working link is kept: a typo in the new password must not break it.
        if (before) await storeLink(call, { ...before, failed: error.failure });
        throw failed(error);
      }
      return reply(call, contractId);
    }),

    talonTest: instanceHandler<'talonTest'>(async (call) => {
      const { contractId } = call.body;
      await requireContract(call.scope.db, contractId, true);
      const link = await connected(call, contractId);
      await exchange(call, link, () => talon.test(link.token));
      await storeLink(call, { ...link, state: 'CONNECTED' });
      return reply(call, contractId);
    }),

    talonVisitPoints: list<'talonVisitPoints'>('visit-points'),
    talonRos: list<'talonRos'>('ros'),
    polygonContracts: list<'polygonContracts'>('polygon-contracts'),
  };
}

/** Calls the talon system; a failure is stored, recorded as an event, and reported to the user. */
async function exchange<T>(call: Asker, link: Link, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    await storeLink(call, { ...link, state: error.failure, failed: error.failure });
    throw failed(error);
  }
}

const TEXTS = { REFUSED: 'talonRefused', SLOW: 'talonSlow', GONE: 'talonGone' } as const;
const failed = (error: ExchangeError) => new Problem(409, TEXTS[error.failure], { cause: error });

async function connected({ scope }: Asker, contractId: string): Promise<Link> {
  await requireContract(scope.db, contractId);
  const link = await readLink(scope.db, contractId);
  if (!link) throw new Problem(409, 'talonNotSet');
  return link;
}

async function reply(
  { scope, locale }: Pick<InstanceCall, 'scope' | 'locale'>,
  contractId: string,
): Promise<Reply> {
  const link = await readLink(scope.db, contractId);
  const captions = await loadCaptions(scope.db, locale);
  const state = captions.value('integrationStates', link?.state ?? 'NOT_SET') as Reply['state'];
  return { contractId, login: link?.login ?? null, state, checkTime: link?.checkTime ?? null };
}
