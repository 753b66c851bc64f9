import type { Category } from '#demo/products/demo-product.ts'

/** Enough variety to make search results distinguishable. */
export const ADJECTIVES =
  'Amber Bare Blue Bright Calm Clear Cloud Cold Cool Copper Daily Dawn Deep Dewy Dusk Early Even Evening Fine First Fresh Gentle Golden Green Half-Light Hushed Late Light Linen Long Low Midnight Mineral Misted Morning Night Noon Pale Pearl Plain Pressed Quiet Rested Satin Second Sheer Silk Silver Slow Smoked Soft Still Sun-Warmed Tender Velvet Warm Washed White Wild Winter'.split(
    ' ',
  )

export const PLANTS =
  'Almond,Angelica,Apricot,Arnica,Avocado,Basil,Bergamot,Birch,Blackcurrant,Calendula,Camellia,Cardamom,Carrot,Cedar,Chamomile,Cherry,Clary Sage,Clove,Coconut,Cornflower,Cucumber,Cypress,Damask Rose,Elderflower,Eucalyptus,Fennel,Fig,Frankincense,Geranium,Ginger,Grapefruit,Green Tea,Hazelnut,Hibiscus,Honeysuckle,Iris,Jasmine,Juniper,Lavender,Lemon,Licorice,Lime Blossom,Lotus,Magnolia,Mandarin,Marigold,Meadowsweet,Mint,Mulberry,Myrrh,Neroli,Nettle,Oat,Olive,Orange Blossom,Patchouli,Peach,Peony,Pine,Plum,Pomegranate,Poppy,Quince,Rhubarb,Rice,Rose Hip,Rosemary,Saffron,Sandalwood,Sea Buckthorn,Sesame,Thyme,Tuberose,Vanilla,Verbena,Vetiver,Violet,Walnut,Willow,Yarrow'.split(
    ',',
  )

export const TYPES: Record<Category, readonly string[]> = {
  Skincare:
    'Serum,Day Cream,Night Cream,Cleanser,Cleansing Balm,Toner,Essence,Eye Cream,Clay Mask,Sleeping Mask,Body Oil,Body Lotion,Hand Cream,Facial Mist,Exfoliating Powder,Moisturizer,Face Oil,Gel,Lip Mask,Bath Salts'.split(
      ',',
    ),
  Makeup:
    'Lipstick,Lip Balm,Lip Gloss,Lip Liner,Mascara,Eyeliner,Eyeshadow,Eyeshadow Palette,Blush,Bronzer,Highlighter,Foundation,Concealer,Tinted Moisturizer,Powder,Primer,Brow Pencil,Brow Gel,Setting Spray,Nail Polish'.split(
      ',',
    ),
  Haircare:
    'Shampoo,Conditioner,Hair Mask,Hair Oil,Scalp Scrub,Scalp Serum,Leave-In Milk,Styling Cream,Curl Cream,Dry Shampoo,Hair Mist,Pomade,Texture Spray,Shine Drops,Shampoo Bar,Heat Spray'.split(
      ',',
    ),
  Fragrance:
    'Eau de Parfum,Eau de Toilette,Extrait de Parfum,Solid Perfume,Perfume Oil,Cologne,Body Mist,Room Diffuser,Scented Candle,Linen Spray,Incense,Sachet'.split(
      ',',
    ),
  'Tools & Accessories':
    'Powder Brush,Foundation Brush,Eye Brush,Comb,Paddle Brush,Gua Sha,Face Roller,Tweezers,Lash Curler,Sponge,Headband,Cosmetic Pouch,Soap Dish,Bath Mitt,Hand Mirror,Nail File'.split(
      ',',
    ),
}

export const BRANDS =
  'Pale Orchard,Plain Hand,Low Tide,North Window,Salt & Linen,Fern Street,Second Morning,Grey Dove,Tall Grass,Old Lantern,Quiet Hour,Stone Fruit'.split(
    ',',
  )

export const SENTENCES = {
  open: 'Made in small batches and poured by hand.|A short list of things, each there for a reason.|The kind of bottle that empties before the others.|Pressed cold, strained twice, and left alone.|Made for skin that is tired of being told what to do.|It began as a recipe for one person.|Light enough for July, enough for January.|We changed the formula eleven times and stopped here.'.split(
    '|',
  ),
  texture:
    'The texture is thin and settles within a minute.|It is thick in the jar and melts at the first touch.|It goes on clear and stays that way.|A little whips up into a dense, low foam.|It leaves a soft film rather than a shine.|The color builds slowly, one layer at a time.|It sprays as fine as breath on a window.|It has weight in the hand and none on the face.'.split(
      '|',
    ),
  close:
    'Keep it out of the sun.|The glass can be refilled.|It smells of very little, and of that only briefly.|One lasts about ten weeks.|Made without perfume.|Good in a suitcase.|Best on damp skin.|The box is card, the ribbon is cotton.'.split(
      '|',
    ),
}

export const INGREDIENTS =
  'Aqua,Glycerin,Squalane,Tocopherol,Panthenol,Betaine,Allantoin,Niacinamide,Sodium Hyaluronate,Caprylic/Capric Triglyceride,Cetearyl Alcohol,Glyceryl Stearate,Butyrospermum Parkii Butter,Simmondsia Chinensis Seed Oil,Helianthus Annuus Seed Oil,Argania Spinosa Kernel Oil,Prunus Amygdalus Dulcis Oil,Rosa Canina Seed Oil,Olea Europaea Fruit Oil,Camellia Oleifera Seed Oil,Avena Sativa Kernel Extract,Aloe Barbadensis Leaf Juice,Camellia Sinensis Leaf Extract,Rosmarinus Officinalis Leaf Extract,Kaolin,Xanthan Gum,Citric Acid,Lactic Acid,Salicylic Acid,Ascorbyl Glucoside,Zinc Oxide,Titanium Dioxide,Mica,Iron Oxides,Silica,Linalool,Limonene,Geraniol,Citronellol,Coumarin'.split(
    ',',
  )

export const BENEFITS =
  'Leaves skin supple by morning,Sinks in within a minute,Softens dry patches,Evens the look of tone,Lasts a working day,Rinses off without a trace,Holds curl without stiffness,Adds shine and no weight,Detangles wet hair,Comforts after sun,Takes off waterproof makeup,Wears well under makeup,Smells of almost nothing,Kind to eyes,Travels well,Refillable'.split(
    ',',
  )

export const USAGE_STEPS =
  'Start with clean, dry skin.,Warm a little between the palms.,Press in; do not rub.,Leave for ten minutes.,Rinse with lukewarm water.,Wait a minute before dressing.,Use in the evening.,Work through damp lengths.,Begin at the ends and go upward.,Blend with a fingertip.'.split(
    ',',
  )

export const KEYWORDS =
  'dry skin,oily skin,sensitive,mature,vegan,gift,travel size,overnight,everyday,summer,winter,hydrating,glow,matte,long wear,curly,fine hair,unscented,refill,men,spa,wedding,bestseller,new mother'.split(
    ',',
  )

export const REVIEWS = {
  titles:
    'Second bottle|Not what I expected|Good, with a but|My sister took mine|Finally|Yes|Fine for the price|Quietly excellent|Would buy again|Too strong for me'.split(
      '|',
    ),
  texts:
    'I use less of it than I thought I would need.|It did what it said and nothing else, which is what I wanted.|The lid is awkward, the rest is lovely.|My skin took a week to agree with it.|Smells like my grandmother’s linen closet, in the best way.|Nice, but I will try the other one next.|Arrived quickly and well packed.|Three months in and I still reach for it first.'.split(
      '|',
    ),
}
