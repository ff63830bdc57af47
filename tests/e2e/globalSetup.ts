/** One database cluster for all workers; each product gets a copy of a database that was seeded once. */
export { default } from '../server/globalSetup.ts';
