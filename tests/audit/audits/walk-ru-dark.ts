import { walk } from '../walk.ts';

export default walk('ru-dark');
