/** Shows text that is truncated to one line in full as a tooltip. */
export function startTooltips(): () => void {
  const show = ({ target }: Event) => {
    const cut = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null;
    if (!cut || cut.closest('[title]')) return;
    if (cut.scrollWidth > cut.clientWidth) cut.title = cut.textContent.trim();
  };
  document.addEventListener('pointerover', show);
  return () => document.removeEventListener('pointerover', show);
}
