import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Input } from '../../../../ui/input.tsx';
import { controlProps, textOrEmpty } from '../control.ts';

/** The colour of a field in which none was chosen. */
export const EMPTY_COLOUR = '#808080';

/** `#RRGGBB`: the first seven characters of what stands there, or the empty colour. */
export function colourOf(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 7) : '';
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : EMPTY_COLOUR;
}

/** A colour, by the browser's chooser or typed. */
function ColourField(props: FieldProps) {
  const { label, value, onChange, onBlur, disabled, readOnly } = props;
  return (
    <span className="flex gap-2">
      <input
        type="color"
        aria-label={label}
        value={colourOf(value)}
        disabled={disabled || readOnly}
        onChange={(event) => onChange(event.target.value.slice(0, 7))}
        onBlur={onBlur}
        className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-field bg-surface p-1 disabled:cursor-default"
      />
      <Input
        {...controlProps(props)}
        value={typeof value === 'string' ? value.slice(0, 7) : ''}
        placeholder={EMPTY_COLOUR}
        className="w-28"
        onChange={(event) => onChange(textOrEmpty(props, event.target.value.slice(0, 7)))}
      />
    </span>
  );
}

export default defineField({ name: 'colour', component: ColourField });
