/** One database cluster for all workers, where each product is a copy of what was seeded once. */
export { default } from '../server/globalSetup.ts';
