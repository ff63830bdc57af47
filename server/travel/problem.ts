/** Failures of travel times as answers of the API. */
import { Problem } from '../core/problems.ts';
import type { TravelError } from './port.ts';

/** Returns a 409 with a code like `travelSlow`. */
export function travelProblem(error: TravelError): Problem {
  const [first = '', ...rest] = error.failure;
  return new Problem(409, `travel${first.toUpperCase()}${rest.join('')}`, { cause: error });
}
