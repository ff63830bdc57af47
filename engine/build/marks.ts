/** The marks of the grammar, as the compiler reads them (`schemas/generated/marks.ts`). */
import type { LanguageSchema } from '../language/structure.ts';

/** Marks of a property: `x-kind`, `x-scope`, `x-lazy`, its default and its enum values. */
type Mark = Record<string, unknown>;

/** Collects the marks by title of the definition and name of the property; definitions without marks are left out. */
export function marksOf(grammar: LanguageSchema): Record<string, Record<string, Mark>> {
  const marks: Record<string, Record<string, Mark>> = {};
  const visit = (schema: unknown): void => {
    if (!schema || typeof schema !== 'object') return;
    const { title, properties, required = [] } = schema as LanguageSchema;
    const marked = Object.entries(properties ?? {}).flatMap(([name, property]) => {
      const mark = markOf(property, required.includes(name));
      return mark ? [[name, mark] as const] : [];
    });
    if (title && marked.length) marks[title] = Object.fromEntries(marked);
    Object.values(schema).forEach(visit);
  };
  visit(grammar);
  return marks;
}

/** Undefined for a property without `x-kind`, which a separate function compiles. */
function markOf(property: LanguageSchema, required: boolean): Mark | undefined {
  const { 'x-kind': kind, 'x-scope': scope, 'x-lazy': lazy, default: value } = property;
  if (!kind) return undefined;
  const words = property.oneOf?.find((one) => one.enum)?.enum;
  return {
    kind,
    ...(scope && { scope }),
    ...(lazy && { lazy }),
    ...(value !== undefined && { default: value }),
    ...(words && { words }),
    ...(required && { required }),
  };
}
