/** Validators of the schemas of the API files. */
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiCatalogue } from '../../engine/language/api.ts';

const REF = '"#/components/schemas/';

/**
 * Returns a validator with the components of a catalogue; `atCatalogue` makes a schema refer to them. The schemas were
 * checked when the API files were read: checking again would compile the meta-schema, a third of a second each time.
 */
export function catalogueAjv(api: ApiCatalogue, options: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, ...options });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', components: { schemas: atCatalogue(api.schemas) } });
  return ajv;
}

/** Returns a copy whose references point to the components of the catalogue. */
export function atCatalogue<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll(REF, `"api${REF.slice(1)}`)) as T;
}
