/** Rejects invalid shapes in a request. */
import { invalid } from '../core/problems.ts';
import { shapeFault, type Shape } from './shapes.ts';

/** Throws 400 with the field, the error and the vertex; the API schema has checked the coordinates before. */
export function requireShape(field: string, shape: Shape): void {
  const fault = shapeFault(shape);
  if (!fault) return;
  const { code, ...values } = fault;
  throw invalid({ field, code: `shape.${code}`, message: `validation.shape.${code}`, values });
}
