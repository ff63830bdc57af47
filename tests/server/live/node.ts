/** One of several servers on the database at TEST_DATABASE; prints its address, may be killed at any time. */
import { connect } from '../../../server/database/connection.ts';
import { loadLocales } from '../../../server/core/projectFiles.ts';
import { buildServer } from '../../../server/http/build.ts';
import { ROOT } from '../support.ts';
import { liveApi } from './broadcasts.ts';

const { db, single, close } = connect(process.env['TEST_DATABASE'] ?? '');
const app = buildServer({ api: liveApi(), db, listener: single, locales: loadLocales(ROOT) });
process.on('SIGTERM', () => void app.close().then(close));
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) }));
