/** An unscoped database does not compile where a scoped one is required; `npx tsc` is what runs these checks. */
import { describe, expectTypeOf, it } from 'vitest';
import type { InstanceCall, SessionCall } from '../../../server/access/handler.ts';
import type { Scope, ScopedDb, ScopedTransaction } from '../../../server/access/scope.ts';
import type { Db, DbTransaction } from '../../../server/database/connection.ts';
import { dynamic } from '../../../server/records/rows.ts';

describe('a scoped database', () => {
  it('is what scopes and handlers of an instance have, and extends an unscoped one', () => {
    expectTypeOf<Scope['db']>().toEqualTypeOf<ScopedDb>();
    expectTypeOf<InstanceCall['scope']['db']>().toEqualTypeOf<ScopedDb>();
    expectTypeOf<Parameters<Parameters<Scope['transaction']>[0]>[0]>().toEqualTypeOf<ScopedTransaction>();
    expectTypeOf<ScopedDb>().toExtend<Db>();
    expectTypeOf<ScopedTransaction>().toExtend<ScopedDb>();
  });

  it('is made by a scope only', () => {
    expectTypeOf<Db>().not.toExtend<ScopedDb>();
    expectTypeOf<DbTransaction>().not.toExtend<ScopedTransaction>();
    expectTypeOf<SessionCall['db']>().not.toExtend<ScopedDb>();
    // @ts-expect-error: the queries of records need a scoped database.
    expectTypeOf(dynamic).toBeCallableWith({} as Db);
    expectTypeOf(dynamic).toBeCallableWith({} as ScopedDb);
  });

  it('remains one only in transactions of its scope', () => {
    type Work = Parameters<ReturnType<ScopedDb['transaction']>['execute']>[0];
    // @ts-expect-error: Kysely's own transaction has lost the mark; `scope.transaction` keeps it.
    expectTypeOf<Parameters<Work>[0]>().toExtend<ScopedTransaction>();
  });
});
