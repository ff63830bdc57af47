import { walk } from '../walk.ts';

export default walk('ru-light');
