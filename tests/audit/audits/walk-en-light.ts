import { walk } from '../walk.ts';

export default walk('en-light');
