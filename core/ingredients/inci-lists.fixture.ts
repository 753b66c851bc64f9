type PublishedList = { text: string; count: number; mayContain?: number; footnotes?: number }

/** Lists as brands write them, of no brand. All names are in the dictionary. */
export const PUBLISHED_LISTS: Record<string, PublishedList> = {
  'a cleanser': {
    text: 'Ingredients: Aqua (Water), Glycerin, Cocamidopropyl Betaine, Sodium Cocoyl Glutamate, Sodium Chloride, Panthenol, Allantoin, Citric Acid, Sodium Benzoate, Potassium Sorbate.',
    count: 10,
  },
  'a serum': {
    text: 'INCI: Aqua/Water/Eau, Niacinamide (10%), Pentylene Glycol, Zinc PCA, Dimethyl Isosorbide, Xanthan Gum, Ethoxydiglycol, Phenoxyethanol, Chlorphenesin',
    count: 9,
  },
  'a hyaluronic serum': {
    text: 'Water, Sodium Hyaluronate, Butylene Glycol, 1,2-Hexanediol, Hydrolyzed Hyaluronic Acid, Sodium Acetylated Hyaluronate, Panthenol, Ethylhexylglycerin, Disodium EDTA',
    count: 9,
  },
  'a sunscreen': {
    text: 'AQUA, DIETHYLAMINO HYDROXYBENZOYL HEXYL BENZOATE, ETHYLHEXYL TRIAZONE, DICAPRYLYL CARBONATE, METHYLENE BIS-BENZOTRIAZOLYL TETRAMETHYLBUTYLPHENOL [NANO], TITANIUM DIOXIDE [NANO], SILICA, GLYCERIN, DECYL GLUCOSIDE, C12-15 ALKYL BENZOATE, XANTHAN GUM, TOCOPHEROL, PHENOXYETHANOL.',
    count: 13,
  },
  'a mineral sunscreen with drug facts': {
    text: 'Active Ingredients: Titanium Dioxide 5.5%, Zinc Oxide 12.0%\nInactive Ingredients: Water, Caprylic/Capric Triglyceride, Butyloctyl Salicylate, Cetyl PEG/PPG-10/1 Dimethicone, Glycerin, Polyhydroxystearic Acid, Sodium Chloride, Triethoxycaprylylsilane, Phenoxyethanol',
    count: 11,
  },
  'a lipstick': {
    text: 'Ricinus Communis (Castor) Seed Oil, Diisostearyl Malate, Euphorbia Cerifera Cera (Candelilla Wax), Copernicia Cerifera (Carnauba) Cera, Octyldodecanol, Cera Alba/Beeswax/Cire d’Abeille, Mica, Tocopheryl Acetate, Parfum (Fragrance), [+/- CI 15850 (Red 7 Lake), CI 45410 (Red 28 Lake), CI 77491 (Iron Oxides), CI 77492, CI 77499, CI 77891 (Titanium Dioxide)]',
    count: 15,
    mayContain: 6,
  },
  'a lip balm': {
    text: 'Cera Alba*, Butyrospermum Parkii (Shea) Butter*, Cocos Nucifera (Coconut) Oil*, Lanolin, Tocopherol, Aroma, Limonene**. *Certified organic. **From natural flavors.',
    count: 7,
    footnotes: 2,
  },
  'a shampoo bar': {
    text: 'Sodium Cocoyl Isethionate, Stearic Acid, Sodium Coco-Sulfate, Cetearyl Alcohol, Theobroma Cacao (Cocoa) Seed Butter, Kaolin, Hydrolyzed Wheat Protein, Rosmarinus Officinalis (Rosemary) Leaf Oil°, Limonene°, Linalool°\n°Natural component of essential oils',
    count: 10,
    footnotes: 1,
  },
  'a shampoo': {
    text: 'Aqua • Sodium Laureth Sulfate • Cocamidopropyl Betaine • Sodium Chloride • Glycol Distearate • Guar Hydroxypropyltrimonium Chloride • Parfum • Sodium Benzoate • Citric Acid • Hexyl Cinnamal • Linalool',
    count: 11,
  },
  'a conditioner': {
    text: 'Aqua, Cetearyl Alcohol, Behentrimonium Chloride, Dimethicone, Amodimethicone, Stearamidopropyl Dimethylamine, Hydrolyzed Keratin, Panthenol, Lactic Acid, Parfum, Benzyl Alcohol, Methylchloroisothiazolinone, Methylisothiazolinone',
    count: 13,
  },
  'a hair oil': {
    text: 'Cyclopentasiloxane; Dimethiconol; Argania Spinosa Kernel Oil; Linum Usitatissimum (Linseed) Seed Oil; Parfum/Fragrance; CI 26100; CI 47000; Alpha-Isomethyl Ionone; Coumarin',
    count: 9,
  },
  'a perfume': {
    text: 'ALCOHOL DENAT., PARFUM (FRAGRANCE), AQUA (WATER), LIMONENE, LINALOOL, CITRONELLOL, GERANIOL, CITRAL, EUGENOL, COUMARIN, BENZYL BENZOATE, BENZYL SALICYLATE, EVERNIA PRUNASTRI (OAKMOSS) EXTRACT, HYDROXYCITRONELLAL.',
    count: 14,
  },
  'an eau de parfum with the added allergens': {
    text: 'Alcohol, Parfum, Aqua, Tetramethyl Acetyloctahydronaphthalenes, Linalyl Acetate, Pinene, Vanillin, Citrus Aurantium Bergamia Peel Oil, Pogostemon Cablin Oil, Beta-Caryophyllene, Hexamethylindanopyran, Rose Ketones, Terpineol',
    count: 13,
  },
  'a hair dye': {
    text: 'Aqua, Cetearyl Alcohol, Ammonium Hydroxide, Oleic Acid, Toluene-2,5-Diamine Sulfate, Resorcinol, m-Aminophenol, 4-Amino-2-Hydroxytoluene, 2-Methylresorcinol, Sodium Sulfite, Erythorbic Acid, Tetrasodium EDTA, Parfum',
    count: 13,
  },
  'a developer': {
    text: 'AQUA, HYDROGEN PEROXIDE 6%, CETEARYL ALCOHOL, CETEARETH-20, ETIDRONIC ACID, PHOSPHORIC ACID, TETRASODIUM PYROPHOSPHATE, SODIUM STANNATE',
    count: 8,
  },
  'a toothpaste': {
    text: 'Sorbitol, Aqua, Hydrated Silica, Glycerin, PEG-8, Sodium Lauryl Sulfate, Cellulose Gum, Aroma, Sodium Saccharin, Sodium Fluoride, Limonene, CI 77891, CI 42090.',
    count: 13,
  },
  'a nail polish': {
    text: 'Butyl Acetate, Ethyl Acetate, Nitrocellulose, Adipic Acid/Neopentyl Glycol/Trimellitic Anhydride Copolymer, Acetyl Tributyl Citrate, Isopropyl Alcohol, Stearalkonium Hectorite, Styrene/Acrylates Copolymer, Benzophenone-1. MAY CONTAIN / PEUT CONTENIR (+/-): Mica, CI 77891 (Titanium Dioxide), CI 15850 (Red 6 Lake, Red 7), CI 19140, Silica',
    count: 14,
    mayContain: 5,
  },
  'a soap': {
    text: 'Sodium Olivate\nSodium Cocoate\nSodium Shea Butterate\nAqua\nGlycerin\nLavandula Angustifolia (Lavender) Oil\nSodium Chloride\nLinalool',
    count: 8,
  },
  'a bar soap': {
    text: 'Sodium Palmate, Sodium Palm Kernelate, Aqua, Parfum, Glycerin, Palm Kernel Acid, Sodium Chloride, Tetrasodium EDTA, Tetrasodium Etidronate, Titanium Dioxide (CI 77891), Butylphenyl Methylpropional',
    count: 11,
  },
  'a deodorant': {
    text: 'Aqua (Water), Aluminum Chlorohydrate, PPG-15 Stearyl Ether, Steareth-2, Steareth-21, Parfum (Fragrance), Trisodium EDTA, Alpha-Isomethyl Ionone, Citronellol',
    count: 9,
  },
  'a deodorant spray': {
    text: 'Butane, Isobutane, Propane, Alcohol Denat, Triethyl Citrate, Ethylhexylglycerin, Parfum, Limonene',
    count: 8,
  },
  'a body oil': {
    text: 'Prunus Amygdalus Dulcis (Sweet Almond) Oil*, Simmondsia Chinensis (Jojoba) Seed Oil*, Helianthus Annuus (Sunflower) Seed Oil, Tocopherol, Citrus Sinensis Peel Oil*, Limonene†, Linalool†. * from organic farming † from natural essential oils',
    count: 7,
    footnotes: 2,
  },
  'a mascara': {
    text: 'Aqua/Water, Cera Alba/Beeswax, Copernicia Cerifera Cera/Carnauba Wax, Stearic Acid, Glyceryl Stearate, Acacia Senegal Gum, Triethanolamine, Butylene Glycol, Hydroxyethylcellulose, Phenoxyethanol, CI 77499/Iron Oxides',
    count: 11,
  },
  'micellar water': {
    text: 'AQUA / WATER / EAU, HEXYLENE GLYCOL, GLYCERIN, POLOXAMER 184, DISODIUM COCOAMPHODIACETATE, DISODIUM EDTA, POLYAMINOPROPYL BIGUANIDE',
    count: 7,
  },
  'a clay mask': {
    text: 'Aqua, Kaolin (and) Bentonite, Glycerin, Moroccan Lava Clay, Cetearyl Alcohol & Cetearyl Glucoside, Charcoal Powder, Salicylic Acid 0,5 %, Magnesium Aluminum Silicate, Phenoxyethanol (and) Ethylhexylglycerin',
    count: 12,
  },
  'a self tanner': {
    text: 'Water, Dihydroxyacetone, Propylene Glycol, Erythrulose, Dimethyl Isosorbide, Ethoxydiglycol, Polysorbate 20, Caramel, Citric Acid, Parfum, Red 40 (CI 16035), Yellow 5 (CI 19140), Blue 1 (CI 42090)',
    count: 13,
  },
  'a retinol cream': {
    text: 'Aqua, Caprylic/Capric Triglyceride, Squalane, Glyceryl Stearate, PEG-100 Stearate, Retinol (0.3%), Bakuchiol (1.0%), Tocopherol, BHT, Polysorbate 20, Acrylates/C10-30 Alkyl Acrylate Crosspolymer, Sodium Hydroxide',
    count: 12,
  },
  'a vitamin C serum': {
    text: '15% L-Ascorbic Acid, Water, Ethoxydiglycol, Propanediol, 1% Tocopherol (Vitamin E), 0.5% Ferulic Acid, Laureth-23, Triethanolamine, Sodium Hyaluronate, Phenoxyethanol',
    count: 10,
  },
  'a foundation': {
    text: 'AQUA\\WATER\\EAU, CYCLOPENTASILOXANE, DIMETHICONE, PEG-10 DIMETHICONE, TALC, NYLON-12, DISTEARDIMONIUM HECTORITE, LAUROYL LYSINE, ISOPROPYL TITANIUM TRIISOSTEARATE, SODIUM CHLORIDE, PHENOXYETHANOL; [+/- (MAY CONTAIN): IRON OXIDES (CI 77491, CI 77492, CI 77499), TITANIUM DIOXIDE (CI 77891), MICA (CI 77019)]',
    count: 16,
    mayContain: 5,
  },
  'setting powder': {
    text: 'Talc, Silica, Zea Mays (Corn) Starch, Magnesium Stearate, Boron Nitride, Caprylyl Glycol, Dimethicone, Iron Oxides (CI 77491, CI 77492)',
    count: 9,
  },
  'bath salt': {
    text: 'Maris Sal, Sodium Bicarbonate, Magnesium Sulfate, Eucalyptus Globulus Leaf Oil, Rosmarinus Officinalis Leaf Oil, Limonene, CI 42090',
    count: 7,
  },
  'a hand cream': {
    text: 'INGREDIENTS (INCI): Aqua, Urea (5%), Glycerin (5%), Paraffinum Liquidum, Petrolatum, Cetyl Alcohol, Dimethicone, Lanolin Alcohol, Carbomer, Sodium Lactate, Phenoxyethanol, Methylparaben, Parfum',
    count: 13,
  },
  'a sheet mask': {
    text: 'Water, Glycerin, Dipropylene Glycol, 1,2-Hexanediol, Betaine, Panthenol, Centella Asiatica Extract, Madecassoside, Allantoin, Hydroxyethylcellulose, Xanthan Gum, Tromethamine, Carbomer, Ethylhexylglycerin, Adenosine, Disodium EDTA',
    count: 16,
  },
  'a toner with acids': {
    text: 'Aqua (Water), Glycolic Acid, Rosa Damascena Flower Water, Centaurea Cyanus Flower Water, Aloe Barbadensis Leaf Water, Propanediol, Glycerin, Triethanolamine, Panax Ginseng Root Extract, Urea, Lactic Acid, Polysorbate 20, Potassium Sorbate, Sodium Benzoate, 1,2-Hexanediol, Caprylyl Glycol',
    count: 16,
  },
  'a cushion foundation': {
    text: 'Water,Cyclopentasiloxane,Titanium Dioxide(CI 77891),Ethylhexyl Methoxycinnamate,Zinc Oxide(CI 77947),Phenyl Trimethicone,Butylene Glycol,Niacinamide,Lauryl PEG-9 Polydimethylsiloxyethyl Dimethicone,1,2-Hexanediol,Iron Oxides(CI 77492),Polymethylsilsesquioxane,Aluminum Hydroxide,Stearic Acid',
    count: 14,
  },
  'an eye cream': {
    text: 'Aqua, Glycerin, Butyrospermum Parkii Butter, Caffeine, Acetyl Hexapeptide-8, Palmitoyl Tripeptide-1, Palmitoyl Tetrapeptide-7, Cetearyl\nAlcohol, Hydroxyacetophenone, Caprylyl Glycol, Sodium Polyacrylate,\nTocopheryl Acetate',
    count: 12,
  },
  'a baby lotion': {
    text: 'Ingredients / Ingrédients: Aqua, Helianthus Annuus Seed Oil, Glycerin, Glyceryl Stearate Citrate, Calendula Officinalis Flower Extract*, Avena Sativa (Oat) Kernel Flour*, Cetearyl Alcohol, Xanthan Gum, Sodium Levulinate, Sodium Anisate, p-Anisic Acid (from organic anise), Citric Acid\n* Ingredients from certified organic agriculture',
    count: 12,
    footnotes: 1,
  },
  'a shaving cream': {
    text: '- Aqua\n- Stearic Acid\n- Myristic Acid\n- Potassium Hydroxide\n- Triethanolamine\n- Glyceryl Stearate\n- Menthol\n- Parfum',
    count: 8,
  },
}
