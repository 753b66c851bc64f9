import type { Substance } from '#core/ingredients/substance.ts'
import { added } from './build-allergens.ts'

const PLANT = { origins: ['plant' as const] }

const SUBSTANCES: Substance[] = [
  added(46, '6-Methyl Coumarin', '92-48-8 202-158-8', '', { note: 'Allowed in oral products only.' }),
  added(131, 'Alpha-Terpinene', '99-86-5 202-795-1'),
  added(133, 'Terpinolene', '586-62-9 209-578-0'),
  added(
    157,
    'Rose Ketones',
    '43052-87-5 23726-94-5 245-845-8 24720-09-0 246-430-4 23696-85-7 245-833-2',
    '',
    {
      members: ['Alpha-Damascone', 'Beta-Damascone', 'Delta-Damascone', 'Damascenone'],
    },
  ),
  added(175, '3-Propylidenephthalide', '17369-59-4 241-402-8'),
  added(324, 'Methyl Salicylate', '119-36-8 204-317-7'),
  added(327, 'Acetyl Cedrene', '32388-55-9 251-020-3'),
  added(328, 'Amyl Salicylate', '2050-08-0 218-080-2'),
  added(329, 'Anethole', '104-46-1 203-205-5 4180-23-8 224-052-0'),
  added(330, 'Benzaldehyde', '100-52-7 202-860-4'),
  added(331, 'Camphor', '76-22-2 200-945-0 464-49-3 207-355-2 464-48-2 207-354-7'),
  added(332, 'Beta-Caryophyllene', '87-44-5 201-746-1', 'Caryophyllene'),
  added(333, 'Carvone', '99-49-0 202-759-5 6485-40-1 229-352-5 2244-16-8 218-827-2'),
  added(334, 'Dimethyl Phenethyl Acetate', '151-05-3 205-781-3', 'Dimethylbenzyl Carbinyl Acetate'),
  added(335, 'Hexadecanolactone', '109-29-5 203-662-0'),
  added(336, 'Hexamethylindanopyran', '1222-05-5 214-946-9', 'Galaxolide; HHCB'),
  added(337, 'Linalyl Acetate', '115-95-7 204-116-4'),
  added(338, 'Menthol', '89-78-1 201-939-0 1490-04-6 216-074-4 2216-51-5 218-690-9', 'l-Menthol; d-Menthol', {
    functions: ['fragrance', 'refreshing', 'soothing'],
  }),
  added(339, 'Trimethylcyclopentenyl Methylisopentenol', '67801-20-1 267-140-4'),
  added(340, 'Salicylaldehyde', '90-02-8 201-961-0'),
  added(341, 'Santalol', '11031-45-1 234-262-4 115-71-9 204-102-8 77-42-9 201-027-2', '', {
    members: ['Alpha-Santalol', 'Beta-Santalol'],
  }),
  added(342, 'Sclareol', '515-03-7 208-194-0'),
  added(343, 'Terpineol', '8000-41-7 232-268-1 98-55-5 202-680-6 138-87-4 205-342-6 586-81-2 209-584-3', '', {
    members: ['Alpha-Terpineol', 'Beta-Terpineol', 'Gamma-Terpineol'],
  }),
  added(344, 'Tetramethyl Acetyloctahydronaphthalenes', '54464-57-2 259-174-3', 'Iso E Super'),
  added(345, 'Trimethylbenzenepropanol', '103694-68-4 403-140-4'),
  added(346, 'Vanillin', '121-33-5 204-465-2'),
  added(368, 'Eugenyl Acetate', '93-28-7 202-235-6'),
  added(369, 'Geranyl Acetate', '105-87-3 203-341-5'),
  added(370, 'Isoeugenyl Acetate', '93-29-8 202-236-1'),
  added(371, 'Pinene', '80-56-8 201-291-9 7785-70-8 232-087-8 127-91-3 204-872-5 18172-67-3 242-060-2', '', {
    members: ['Alpha-Pinene', 'Beta-Pinene'],
  }),
].flat()

const OILS: Substance[] = [
  added(109, 'Pinus Mugo', '90082-72-7 290-163-6', '', {
    ...PLANT,
    members: [
      'Pinus Mugo Leaf Oil = Mountain Pine Oil',
      'Pinus Mugo Twig Leaf Extract',
      'Pinus Mugo Twig Oil',
    ],
  }),
  added(114, 'Pinus Pumila', '97676-05-6 307-681-6', '', {
    ...PLANT,
    members: [
      ...['Pinus Pumila Needle Extract', 'Pinus Pumila Twig Leaf Extract', 'Pinus Pumila Twig Leaf Oil'],
    ],
  }),
  added(122, 'Cedrus Atlantica Oil/Extract', '92201-55-3 295-985-9 8023-85-6', '', {
    ...PLANT,
    members: [
      'Cedrus Atlantica Bark Extract',
      'Cedrus Atlantica Bark Oil = Atlas Cedarwood Oil',
      'Cedrus Atlantica Bark Water',
      'Cedrus Atlantica Leaf Extract',
      'Cedrus Atlantica Wood Extract',
      'Cedrus Atlantica Wood Oil',
    ],
  }),
  added(124, 'Turpentine', '9005-90-7 232-688-5 8006-64-2 232-350-7 8052-14-0', '', PLANT),
  added(154, 'Myroxylon Pereirae Oil/Extract', '8007-00-9 232-352-8', '', {
    ...PLANT,
    note: 'Extracts and distillates. The crude balsam is prohibited in the EU.',
    members: [
      'Myroxylon Balsamum Pereirae Balsam Extract',
      'Myroxylon Balsamum Pereirae Balsam Oil',
      'Myroxylon Pereirae Oil',
      'Myroxylon Pereirae Resin Extract',
    ],
  }),
  added(196, 'Lippia Citriodora Absolute', '8024-12-2 85116-63-8 285-515-0', 'Verbena Absolute', PLANT),
  added(
    347,
    'Cananga Odorata Oil/Extract',
    '83863-30-3 281-092-1 8006-81-3 68606-83-7 93686-30-7 297-681-1',
    '',
    {
      ...PLANT,
      members: ['Cananga Odorata Flower Extract', 'Cananga Odorata Flower Oil = Ylang Ylang Oil'],
    },
  ),
  added(348, 'Cinnamomum Cassia Leaf Oil', '8007-80-5 84961-46-6 284-635-0', 'Cassia Leaf Oil', PLANT),
  added(349, 'Cinnamomum Zeylanicum Bark Oil', '8015-91-6 84649-98-9 283-479-0', 'Cinnamon Bark Oil', PLANT),
  added(350, 'Citrus Aurantium Flower Oil', '72968-50-4 277-143-2 8028-48-6 232-433-8 8016-38-4', '', {
    ...PLANT,
    members: ['Citrus Aurantium Amara Flower Oil = Neroli Oil', 'Citrus Aurantium Dulcis Flower Oil'],
  }),
  added(
    351,
    'Citrus Aurantium Peel Oil',
    '68916-04-1 72968-50-4 277-143-2 97766-30-8 307-891-8 8008-57-9',
    '',
    {
      ...PLANT,
      members: [
        'Citrus Aurantium Amara Peel Oil = Bitter Orange Oil',
        'Citrus Aurantium Dulcis Peel Oil = Sweet Orange Oil',
        'Citrus Sinensis Peel Oil',
      ],
    },
  ),
  added(
    352,
    'Citrus Aurantium Bergamia Peel Oil',
    '8007-75-8 89957-91-5 289-612-9 68648-33-9 85049-52-1',
    'Bergamot Oil; Bergamot Peel Oil; Citrus Bergamia Peel Oil',
    PLANT,
  ),
  added(353, 'Citrus Limon Peel Oil', '84929-31-7 284-515-8 8008-56-8', 'Lemon Oil; Lemon Peel Oil', PLANT),
  added(354, 'Lemongrass Oil', '8007-02-1 89998-16-3 289-754-1 91844-92-7 295-161-9', '', {
    ...PLANT,
    members: ['Cymbopogon Schoenanthus Oil', 'Cymbopogon Flexuosus Oil', 'Cymbopogon Citratus Leaf Oil'],
  }),
  added(355, 'Eucalyptus Globulus Oil', '97926-40-4 308-257-3 8000-48-4', 'Eucalyptus Oil', {
    ...PLANT,
    members: ['Eucalyptus Globulus Leaf Oil', 'Eucalyptus Globulus Leaf/Twig Oil'],
  }),
  added(356, 'Eugenia Caryophyllus Oil', '8000-34-8 8015-97-2 84961-50-2 284-638-7', 'Clove Oil', {
    ...PLANT,
    members: [
      'Eugenia Caryophyllus Leaf Oil = Clove Leaf Oil',
      'Eugenia Caryophyllus Flower Oil',
      'Eugenia Caryophyllus Stem Oil',
      'Eugenia Caryophyllus Bud Oil = Clove Bud Oil',
    ],
  }),
  added(357, 'Jasmine Oil/Extract', '84776-64-7 283-993-5 90045-94-6 289-960-1 8022-96-6 8024-43-9', '', {
    ...PLANT,
    members: [
      'Jasminum Grandiflorum Flower Extract = Jasmine Absolute',
      'Jasminum Officinale Oil',
      'Jasminum Officinale Flower Extract',
    ],
  }),
  added(358, 'Juniperus Virginiana Oil', '8000-27-9 85085-41-2 285-370-3', 'Virginia Cedarwood Oil', {
    ...PLANT,
    members: ['Juniperus Virginiana Wood Oil'],
  }),
  added(359, 'Laurus Nobilis Leaf Oil', '8002-41-3 8007-48-5 84603-73-6 283-272-5', 'Bay Laurel Oil', PLANT),
  added(360, 'Lavandula Oil/Extract', '91722-69-9 294-470-6 8022-15-9 84776-65-8 283-994-0 8000-28-0', '', {
    ...PLANT,
    members: [
      'Lavandula Hybrida Oil = Lavandin Oil',
      'Lavandula Hybrida Extract',
      'Lavandula Hybrida Flower Extract',
      'Lavandula Intermedia Flower/Leaf/Stem Extract',
      'Lavandula Intermedia Flower/Leaf/Stem Oil',
      'Lavandula Intermedia Oil',
      'Lavandula Angustifolia Oil = Lavender Oil',
      'Lavandula Angustifolia Flower/Leaf/Stem Extract',
    ],
  }),
  added(361, 'Mentha Piperita Oil', '8006-90-4 84082-70-2 282-015-4', 'Peppermint Oil', PLANT),
  added(362, 'Mentha Viridis Leaf Oil', '8008-79-5 84696-51-5 283-656-2', 'Spearmint Oil', PLANT),
  added(363, 'Narcissus Extract', '90064-26-9 290-087-3 68917-12-4 90064-27-0 290-088-9 90064-25-8', '', {
    ...PLANT,
    members: [
      'Narcissus Poeticus Extract',
      'Narcissus Pseudonarcissus Flower Extract',
      'Narcissus Jonquilla Extract',
      'Narcissus Tazetta Extract',
    ],
  }),
  added(364, 'Pelargonium Graveolens Flower Oil', '90082-51-2 290-140-0 8000-46-2', 'Geranium Oil', PLANT),
  added(365, 'Pogostemon Cablin Oil', '8014-09-3 84238-39-1 282-493-4', 'Patchouli Oil', PLANT),
  added(366, 'Rose Flower Oil/Extract', '8007-01-0 90106-38-0 290-260-3 93334-48-6 297-122-1', '', {
    ...PLANT,
    members: [
      'Rosa Damascena Flower Oil = Damask Rose Oil',
      'Rosa Damascena Flower Extract',
      'Rosa Alba Flower Oil',
      'Rosa Alba Flower Extract',
      'Rosa Canina Flower Oil',
      'Rosa Centifolia Flower Oil = Cabbage Rose Oil',
      'Rosa Centifolia Flower Extract',
      'Rosa Gallica Flower Oil',
      'Rosa Moschata Flower Oil',
      'Rosa Rugosa Flower Oil',
    ],
  }),
  added(367, 'Santalum Album Oil', '8006-87-9 84787-70-2 284-111-1', 'Sandalwood Oil', PLANT),
].flat()

export const ADDED_ALLERGENS: Substance[] = [...SUBSTANCES, ...OILS]
