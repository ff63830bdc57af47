import { useRef, useState } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Input } from '../../../../ui/input.tsx';
import { Popup } from '../../../../ui/popup.tsx';
import { controlProps, textOrEmpty } from '../control.ts';
import { colourOf, EMPTY_COLOUR, nameOf } from './palette.ts';
import { Palette } from './Palette.tsx';

/** A colour, out of the palette or typed. */
function ColourField(props: FieldProps) {
  const i18n = useLocale();
  const { t } = i18n;
  const { label, value, onChange, onBlur, disabled, readOnly } = props;
  const colour = colourOf(value);
  const [open, setOpen] = useState(false);
  const swatch = useRef<HTMLSpanElement>(null);
  const choose = (chosen: string) => {
    onChange(chosen);
    onBlur();
    setOpen(false);
    swatch.current?.querySelector('button')?.focus();
  };
  return (
    <span className="flex gap-2">
      <span ref={swatch} className="shrink-0">
        <button
          type="button"
          aria-label={t('engine.colour.choose', { label, colour: nameOf(i18n, colour) })}
          title={nameOf(i18n, colour)}
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={disabled || readOnly}
          onClick={() => setOpen(!open)}
          className="block h-9 w-12 rounded-md border border-field bg-surface p-1"
        >
          <span className="block h-full rounded-sm" style={{ backgroundColor: colour }} />
        </button>
      </span>
      <span className="w-28">
        <Input
          {...controlProps(props)}
          value={typeof value === 'string' ? value.slice(0, 7) : ''}
          placeholder={EMPTY_COLOUR}
          onChange={(event) => onChange(textOrEmpty(props, event.target.value.slice(0, 7)))}
        />
      </span>
      {open && (
        <Popup anchor={swatch} label={t('engine.colour.palette')} onClose={() => setOpen(false)}>
          <Palette value={colour} onChoose={choose} />
        </Popup>
      )}
    </span>
  );
}

export default defineField({ name: 'colour', component: ColourField });
