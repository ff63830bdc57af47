/** The interpreting validator with the interface of rjsf. */
import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import type { Translate } from '../../data/i18n.ts';
import { problemText } from '../form/messages.ts';
import { setAt } from '../form/paths.ts';
import { findProblems } from '../form/validator.ts';
import type { JsonSchema } from '../../language/schema.ts';

const problemsOf = (schema: RJSFSchema, data: unknown) => findProblems(schema as JsonSchema, data);

export const createRjsfValidator = (t: Translate): ValidatorType => ({
  isValid: (schema, data) => problemsOf(schema, data).length === 0,
  rawValidation: <Result = unknown>(schema: RJSFSchema, data?: unknown) => ({
    errors: problemsOf(schema, data) as Result[],
  }),
  validateFormData(data, schema) {
    let errorSchema: unknown = {};
    const errors = problemsOf(schema, data).map((problem): RJSFValidationError => {
      const message = problemText(problem, t);
      errorSchema = setAt(errorSchema, [...problem.path, '__errors'], [message]);
      return { name: problem.keyword, property: `.${problem.path.join('.')}`, message, stack: message };
    });
    return { errors, errorSchema: errorSchema as ErrorSchema };
  },
  reset: () => undefined,
});
