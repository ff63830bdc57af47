/** Refuses shapes in a request that are none. */
import { invalid } from '../core/problems.ts';
import { shapeFault, type Shape } from './shapes.ts';

/** Throws 400 that names the field, what is wrong and the vertex; coordinates are checked by the API file before. */
export function requireShape(field: string, shape: Shape): void {
  const fault = shapeFault(shape);
  if (!fault) return;
  const { code, ...values } = fault;
  throw invalid({ field, code: `shape.${code}`, message: `validation.shape.${code}`, values });
}
