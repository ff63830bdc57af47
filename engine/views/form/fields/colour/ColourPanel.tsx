/** The swatch with its palette, loaded at the first click. */
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { ButtonPopover } from '../../../../ui/popoverPanel.tsx';
import { Palette } from './Palette.tsx';

interface Props {
  trigger: ReactElement<ComponentProps<'button'>>;
  value: string;
  onChoose(colour: string): void;
}

export function ColourPanel({ trigger, value, onChoose }: Props): ReactNode {
  const { t } = useLocale();
  return (
    <ButtonPopover trigger={trigger} label={t('engine.colour.palette')}>
      {(close) => (
        <Palette
          value={value}
          onChoose={(colour) => {
            onChoose(colour);
            close();
          }}
        />
      )}
    </ButtonPopover>
  );
}
