/** Reference lists with which an instance starts. */

/** Code, name, hazard class, kilograms per cubic metre. */
export const GARBAGE_TYPES = [
  ['MSW', 'Твёрдые коммунальные отходы', 4, 110],
  ['BULKY', 'Крупногабаритные отходы', 4, 90],
  ['PLASTIC', 'Пластик', 5, 35],
  ['PAPER', 'Макулатура', 5, 60],
  ['GLASS', 'Стеклобой', 5, 350],
  ['METAL', 'Металл', 5, 120],
  ['FOOD', 'Пищевые отходы', 5, 400],
  ['GREEN', 'Растительные отходы', 5, 150],
  ['CONSTRUCTION', 'Строительные отходы', 4, 1200],
  ['SOIL', 'Грунт', 5, 1600],
] as const;

/** Code, name, volume in m³, maximum load in kg, seconds to empty one. */
export const CONTAINER_TYPES = [
  ['EURO_0120', 'Евроконтейнер 0,12 м³', 0.12, 50, 30],
  ['EURO_0240', 'Евроконтейнер 0,24 м³', 0.24, 96, 35],
  ['EURO_0660', 'Евроконтейнер 0,66 м³', 0.66, 270, 50],
  ['STEEL_0750', 'Контейнер металлический 0,75 м³', 0.75, 300, 60],
  ['EURO_1100', 'Евроконтейнер 1,1 м³', 1.1, 440, 60],
  ['UNDERGROUND_5', 'Контейнер заглублённый 5 м³', 5, 2500, 240],
  ['SKIP_8', 'Бункер 8 м³', 8, 5000, 300],
  ['HOOK_20', 'Бункер-накопитель 20 м³', 20, 10000, 480],
] as const;

/** Container type, first and last count, seconds for each: several at once take less time each. */
export const TIME_CORRECTIONS = [
  ['EURO_1100', 2, 3, 50],
  ['EURO_1100', 4, null, 42],
  ['STEEL_0750', 2, 4, 50],
  ['STEEL_0750', 5, null, 45],
  ['EURO_0240', 3, null, 25],
] as const;
