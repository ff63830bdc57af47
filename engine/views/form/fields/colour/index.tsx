import { Suspense, useState, type ComponentProps } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Input } from '../../../../ui/input.tsx';
import { lazyComponent } from '../../../../ui/lazy.tsx';
import { controlProps, textOrEmpty } from '../control.ts';
import { colourOf, EMPTY_COLOUR, nameOf } from './palette.ts';

const { Component: ColourPanel, preload } = lazyComponent(
  async () => (await import('./ColourPanel.tsx')).ColourPanel,
);

/** A colour, selected in the palette or typed. */
function ColourField(props: FieldProps) {
  const i18n = useLocale();
  const { t } = i18n;
  const { label, value, onChange, onBlur, disabled, readOnly } = props;
  const colour = colourOf(value);
  const [opened, setOpened] = useState(false);
  const fixed = disabled || readOnly;
  const button = (more: ComponentProps<'button'> = {}) => (
    <button
      type="button"
      aria-label={t('engine.colour.choose', { label, colour: nameOf(i18n, colour) })}
      title={nameOf(i18n, colour)}
      aria-haspopup="dialog"
      disabled={fixed}
      className="block h-9 w-12 rounded-md border border-field bg-surface p-1"
      {...more}
    >
      <span className="block h-full rounded-sm" style={{ backgroundColor: colour }} />
    </button>
  );
  const closed = button({
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpened(true),
  });
  const choose = (chosen: string) => {
    onChange(chosen);
    onBlur();
  };
  return (
    <span className="flex gap-2">
      <span className="shrink-0">
        {opened && !fixed ? (
          <Suspense fallback={closed}>
            <ColourPanel trigger={button()} value={colour} onChoose={choose} />
          </Suspense>
        ) : (
          closed
        )}
      </span>
      <span className="w-28">
        <Input
          {...controlProps(props)}
          value={typeof value === 'string' ? value.slice(0, 7) : ''}
          placeholder={EMPTY_COLOUR}
          onChange={(event) => onChange(textOrEmpty(props, event.target.value.slice(0, 7)))}
        />
      </span>
    </span>
  );
}

export default defineField({ name: 'colour', component: ColourField });
