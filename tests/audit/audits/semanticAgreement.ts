import { semantic } from '../semantic.ts';

export default semantic('agreement');
