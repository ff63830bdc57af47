/** Keeps a database open until it is stopped by a signal or killed. */
import { startEmbedded } from '../../server/database/embedded.ts';

const database = await startEmbedded({ dataDir: process.argv[2] ?? '', fsync: false });
process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)));
// Keeps the process alive.
setInterval(() => undefined, 1000);
console.log(JSON.stringify({ pid: database.pid, url: database.ownerUrl }));
