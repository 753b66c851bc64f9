import type { Origin } from '../substance.ts'

/**
 * Where substances that several sources supply can come from. What may be of animal origin, such as glycerin, stearic acid,
 * and their esters, isn't listed: it depends on the supplier, whom the owner knows.
 */
const SOURCES: readonly (readonly [origins: readonly Origin[], names: string])[] = [
  [['mineral'], 'Aqua; Maris Aqua; Butane; Isobutane; Propane'],
  [
    ['mineral', 'synthetic'],
    `Silica; Hydrated Silica; Hydroxyapatite; Sodium Hydroxide; Potassium Hydroxide; Calcium Hydroxide; Ammonium Hydroxide;
    Hydrochloric Acid; Phosphoric Acid; Boric Acid; Disodium Phosphate; Sodium Phosphate; Sodium Metabisulfite; Sodium Sulfite;
    Zinc Sulfate; Nitrogen; Carbon Dioxide; Sodium Fluoride; Sodium Monofluorophosphate; Stannous Fluoride;
    Aluminum Chlorohydrate`,
  ],
  [
    ['synthetic'],
    `Ammonium Persulfate; Potassium Persulfate; Sodium Persulfate; Hydrogen Peroxide; Benzoyl Peroxide; Hydroquinone;
    Phenylethyl Resorcinol; 4-Butylresorcinol; Idebenone; Thioctic Acid; Niacin; Niacinamide; Panthenol; Pantolactone;
    Calcium Pantothenate; Pyridoxine HCl; Thiamine HCl; Arbutin; Alpha-Arbutin; Hydrogenated Polyisobutene;
    Hydrogenated Polydecene; Isononyl Isononanoate; C12-15 Alkyl Benzoate; Thioglycolic Acid; Ammonium Thioglycolate;
    Dipropylene Glycol; Dipropylene Glycol Dibenzoate; Tetrahexyldecyl Ascorbate; 3-O-Ethyl Ascorbic Acid;
    Diethylhexyl Syringylidenemalonate; Hexamethylindanopyran; Acetyl Cedrene; Tetramethyl Acetyloctahydronaphthalenes;
    Trimethylbenzenepropanol; Dimethyl Phenethyl Acetate; Hydroxycitronellal; Alpha-Isomethyl Ionone; Methyl 2-Octynoate;
    Amyl Cinnamal; Amylcinnamyl Alcohol; Hexyl Cinnamal; Trimethylcyclopentenyl Methylisopentenol; 3-Propylidenephthalide`,
  ],
  [
    ['plant', 'synthetic'],
    `Benzyl Alcohol; Cinnamyl Alcohol; Citral; Eugenol; Isoeugenol; Benzyl Salicylate; Cinnamal; Coumarin; Geraniol;
    Anise Alcohol; Benzyl Cinnamate; Farnesol; Linalool; Benzyl Benzoate; Citronellol; Limonene; Alpha-Terpinene; Terpinolene;
    Rose Ketones; Alpha-Damascone; Beta-Damascone; Delta-Damascone; Damascenone; Methyl Salicylate; Amyl Salicylate; Anethole;
    Benzaldehyde; Camphor; Beta-Caryophyllene; Carvone; Linalyl Acetate; Menthol; Salicylaldehyde; Santalol; Alpha-Santalol;
    Beta-Santalol; Sclareol; Terpineol; Alpha-Terpineol; Beta-Terpineol; Gamma-Terpineol; Vanillin; Eugenyl Acetate;
    Geranyl Acetate; Isoeugenyl Acetate; Pinene; Alpha-Pinene; Beta-Pinene; Glycolic Acid; Mandelic Acid; Malic Acid;
    Tartaric Acid; Salicylic Acid; Ferulic Acid; Caffeine; Bisabolol; Dihydroxyacetone; Tocopherol; Tocopheryl Acetate;
    Propylene Glycol; Pentylene Glycol; Caprylyl Glycol; 1,2-Hexanediol; Sorbitol; Mannitol; Maltitol; Xylitylglucoside;
    Anhydroxylitol; Betaine; Phenethyl Alcohol; Dimethyl Isosorbide; Alcohol; Alcohol Denat.; Triethyl Citrate;
    Polyquaternium-10; Guar Hydroxypropyltrimonium Chloride; Hydroxypropyl Guar; Levulinic Acid; Sodium Levulinate;
    Sodium Lauryl Sulfate; Sodium Laureth Sulfate; Ammonium Lauryl Sulfate; Ammonium Laureth Sulfate; Sodium Coco-Sulfate;
    Cocamidopropyl Betaine; Coco-Betaine; Lauryl Betaine; Cocamidopropyl Hydroxysultaine; Lauramidopropyl Betaine;
    Sodium Cocoamphoacetate; Disodium Cocoamphodiacetate; Sodium Lauroamphoacetate; Sodium Cocoyl Isethionate;
    Sodium Lauroyl Methyl Isethionate; Sodium Isethionate; Decyl Glucoside; Lauryl Glucoside; Coco-Glucoside;
    Caprylyl/Capryl Glucoside; Cocamidopropylamine Oxide; Lauramine Oxide; Undecane; Tridecane; Coco-Caprylate;
    Coco-Caprylate/Caprate; Dicaprylyl Carbonate; Dicaprylyl Ether; Menthyl Lactate; Tetrasodium Glutamate Diacetate`,
  ],
  [
    ['plant'],
    `Evernia Prunastri Extract; Evernia Furfuracea Extract; Sodium Palmate; Sodium Palm Kernelate; Sodium Olivate;
    Sodium Shea Butterate; Sodium Cocoa Butterate; Sodium Castorate; Potassium Olivate; Sodium Cocoate; Potassium Cocoate;
    PEG-40 Hydrogenated Castor Oil; PEG-60 Hydrogenated Castor Oil; Glucose; Fructose; Phytic Acid; Inositol; Xylitol`,
  ],
  [
    ['plant', 'biotechnological'],
    'Citric Acid; Gluconic Acid; Gluconolactone; Sodium Gluconate; Erythritol; Trehalose; Erythrulose; Kojic Acid; Cyclodextrin',
  ],
  [['biotechnological'], 'Cyanocobalamin; Ubiquinone; Ergothioneine; Alpha-Glucan Oligosaccharide'],
  [
    ['plant', 'synthetic', 'biotechnological'],
    'Propanediol; Butylene Glycol; Sodium Citrate; Sodium Acetate; Acetic Acid; Succinic Acid; Riboflavin; Biotin; Ascorbic Acid; Sodium Ascorbate; Sodium Ascorbyl Phosphate; Magnesium Ascorbyl Phosphate; Ascorbyl Glucoside; Erythorbic Acid',
  ],
  [['plant', 'animal', 'biotechnological'], 'Squalane; Squalene'],
  [['animal', 'biotechnological'], 'Hyaluronic Acid; Sodium Hyaluronate'],
]

export const KNOWN_ORIGINS: ReadonlyMap<string, readonly Origin[]> = new Map(
  SOURCES.flatMap(([origins, names]) => names.split(';').map((name) => [name.trim(), origins] as const)),
)
