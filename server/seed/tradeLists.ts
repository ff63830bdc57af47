/** Lists of the trade with which an instance starts. */

/** Code, name, class of hazard, kilograms in a cubic metre. */
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

/** Code, name, volume in m³, heaviest load in kg, seconds to empty one. */
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

/** Container type, first and last count, seconds for each: many at once go quicker. */
export const TIME_CORRECTIONS = [
  ['EURO_1100', 2, 3, 50],
  ['EURO_1100', 4, null, 42],
  ['STEEL_0750', 2, 4, 50],
  ['STEEL_0750', 5, null, 45],
  ['EURO_0240', 3, null, 25],
] as const;

/** Words of the dictionary "districts" first, then districts that only the location tree has. */
export const DISTRICTS = [
  ['CENTRAL', 'Центральный район'],
  ['NORTHERN', 'Северный район'],
  ['SOUTHERN', 'Южный район'],
  ['EASTERN', 'Восточный район'],
  ['WESTERN', 'Западный район'],
  ['ZARECHNY', 'Заречный район'],
  ['LENINSKY', 'Ленинский район'],
  ['OKTYABRSKY', 'Октябрьский район'],
  ['PRIVOKZALNY', 'Привокзальный район'],
  ['PROMYSHLENNY', 'Промышленный район'],
  ['SADOVY', 'Садовый район'],
  ['UNIVERSITETSKY', 'Университетский район'],
  ['SOVETSKY', 'Советский район'],
  ['PROLETARSKY', 'Пролетарский район'],
  ['KIROVSKY', 'Кировский район'],
  ['NAGORNY', 'Нагорный район'],
  ['PRIBREZHNY', 'Прибрежный район'],
  ['LESNOY', 'Лесной район'],
  ['ZAVODSKOY', 'Заводской район'],
  ['FABRICHNY', 'Фабричный район'],
  ['PRIGORODNY', 'Пригородный район'],
  ['LUGOVOY', 'Луговой район'],
  ['OZYORNY', 'Озёрный район'],
  ['STEPNOY', 'Степной район'],
  ['POLEVOY', 'Полевой район'],
] as const;

export const SETTLEMENTS = [
  'мкр. Солнечный',
  'мкр. Юбилейный',
  'мкр. Молодёжный',
  'мкр. Берёзовая Роща',
  'мкр. Зелёная Долина',
  'мкр. Левобережный',
  'мкр. Старый Город',
  'мкр. Новый Город',
  'мкр. Текстильщиков',
  'мкр. Химиков',
  'пос. Луговой',
  'пос. Первомайский',
  'пос. Рабочий',
  'пос. Южный',
  'пос. Торфяной',
  'пос. Лесные Поляны',
  'пос. Красный Октябрь',
  'с. Берёзовка',
  'с. Покровское',
  'с. Никольское',
  'с. Троицкое',
  'с. Высокое',
  'с. Ильинское',
  'с. Новосёлки',
  'дер. Ивановка',
  'дер. Малиновка',
  'дер. Сосновка',
  'дер. Петровка',
  'дер. Ольховка',
  'дер. Калиновка',
  'дер. Дубрава',
  'дер. Горки',
  'дер. Ключи',
  'дер. Заречье',
] as const;

/** Name, kind, tonnes a day, codes of garbage types. */
export const UNLOADING_POINTS = [
  ['Полигон ТКО «Северный»', 'POLYGON', 1200, ['MSW', 'BULKY', 'CONSTRUCTION', 'SOIL']],
  ['Полигон ТКО «Заречный»', 'POLYGON', 800, ['MSW', 'BULKY']],
  ['Мусоросортировочный комплекс «Восток»', 'SORTING', 600, ['MSW', 'PLASTIC', 'PAPER', 'GLASS', 'METAL']],
  ['Мусоросортировочный комплекс «Южный»', 'SORTING', 350, ['MSW', 'PLASTIC', 'PAPER', 'METAL']],
  ['Перегрузочная станция № 1', 'TRANSFER', 400, ['MSW', 'BULKY']],
  ['Перегрузочная станция № 2', 'TRANSFER', 250, ['MSW']],
  ['Площадка компостирования «Полевая»', 'COMPOSTING', 120, ['FOOD', 'GREEN']],
  ['Пункт приёма вторсырья «Ресурс»', 'RECYCLING', 60, ['PLASTIC', 'PAPER', 'GLASS', 'METAL']],
] as const;
