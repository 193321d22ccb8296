/** How a drawn portrait of someone may look. Tones run from 0 (lightest) to 5 (darkest). */
export interface Look {
  readonly tones: readonly number[]
  readonly grown: 'beard' | 'none'
  readonly headscarf: number
  /** Whether the hair may be fair. */
  readonly fair: boolean
}

/** Names that go together, and what a portrait that fits them may look like. */
export interface NameSet {
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly families: readonly string[]
  readonly tones: readonly number[]
  /** The share of the women whose portrait wears a headscarf. */
  readonly headscarf: number
  readonly fair: boolean
}

const set = (
  women: string,
  men: string,
  families: string,
  tones: readonly number[],
  { headscarf = 0, fair = false } = {},
): NameSet => ({
  women: women.split(' '),
  men: men.split(' '),
  families: families.split(' '),
  tones,
  headscarf,
  fair,
})

/** The peoples that the demo nation's citizens come from. */
export const NAME_SETS: readonly NameSet[] = [
  set(
    'Ingrid Sigrid Astrid Maren Liv Tuva Solveig Frida',
    'Håkon Eirik Lars Magnus Sander Torbjørn Odin Leif',
    'Lindqvist Bakke Søndergaard Haugen Nygård Ekström Dahl Myhre Strand',
    [0, 0, 1],
    { fair: true },
  ),
  set(
    'Niamh Aoife Rosalind Imogen Beatrix Maeve Harriet Isla',
    'Callum Rory Fergus Alistair Owen Declan Hugh Tobias',
    'Gallagher MacLeod Ashworth Pemberton Doyle Hargreaves Quinn Lockwood Byrne',
    [0, 0, 1],
    { fair: true },
  ),
  set(
    'Lieselotte Anneke Greta Johanna Femke Mathilda Saskia Klara',
    'Jasper Matthias Joris Florian Wouter Anton Konrad Bram',
    'Vogel Brandt Hofmann Meijer Kessler Winkler Bakker Steiner Baumann',
    [0, 1, 1],
    { fair: true },
  ),
  set(
    'Camille Élodie Margaux Solène Inès Manon Clémence Apolline',
    'Étienne Bastien Lucien Théo Rémi Gaspard Antoine Maxence',
    'Moreau Lefèvre Fournier Chevalier Delacroix Besson Garnier Rousseau Perrin',
    [0, 1, 2],
    { fair: true },
  ),
  set(
    'Lucía Marisol Ximena Valentina Paloma Catalina Renata Itzel',
    'Mateo Joaquín Emiliano Rafael Andrés Gael Tomás Ramiro',
    'Herrera Villanueva Castañeda Ibarra Montoya Quiroga Salazar Fuentes Rosales',
    [1, 2, 3],
  ),
  set(
    'Beatriz Luana Mariana Iara Joana Thaís Leonor Inês',
    'Thiago Caetano Davi Henrique Vasco Lourenço Otávio Miguel',
    'Figueiredo Albuquerque Carvalho Pacheco Teixeira Moura Bragança Sampaio Antunes',
    [1, 2, 3, 4],
  ),
  set(
    'Chiara Ginevra Alessia Fiorella Bianca Ludovica Noemi Serena',
    'Matteo Lorenzo Dario Elio Corrado Sandro Tiziano Nico',
    'Bellini Conti Marchetti Ferraro Lombardi Santoro Valenti Greco Moretti',
    [0, 1, 2],
    { fair: true },
  ),
  set(
    'Zofia Agnieszka Milena Danica Katarzyna Vesna Božena Ludmila',
    'Bogdan Krzysztof Mirek Dušan Zoran Tadeusz Vojtěch Stanislav',
    'Kowalczyk Novák Wiśniewski Petrović Horvat Zieliński Dvořák Marković Sokol',
    [0, 0, 1],
    { fair: true },
  ),
  set(
    'Eleni Despina Kalliope Thalia Xanthe Ariadne Zoi Danae',
    'Nikos Stavros Dimitris Leonidas Yannis Petros Aris Stelios',
    'Papadakis Konstantinou Vlahos Zervas Kanellis Markou Samaras Economou',
    [1, 1, 2],
  ),
  set(
    'Elif Zeynep Defne Yasemin Aylin Nehir Selin Derya',
    'Emre Kerem Barış Cem Deniz Orhan Tolga Levent',
    'Yılmaz Demir Aydın Şahin Korkmaz Özdemir Kaplan Arslan',
    [1, 2, 2],
    { headscarf: 0.25 },
  ),
  set(
    'Layla Nour Salma Amira Rania Yasmin Dalia Hanan',
    'Omar Karim Tariq Ziad Bilal Sami Hamza Nabil',
    'Haddad Mansour Khalil Nasser Farouk Saleh Barakat Shaheen Aziz',
    [1, 2, 3],
    { headscarf: 0.45 },
  ),
  set(
    'Shirin Parisa Mahsa Golnaz Roxana Laleh Nasrin Soraya',
    'Kaveh Arash Darius Behrouz Siavash Navid Cyrus Farhad',
    'Rostami Ahmadi Farahani Tehrani Jafari Kazemi Moradi Shirazi',
    [1, 2, 2],
    { headscarf: 0.2 },
  ),
  set(
    'Ananya Meera Kavya Ishani Priya Lakshmi Nandini Tara',
    'Arjun Rohan Vikram Aditya Ishaan Nikhil Sanjay Devan',
    'Iyer Chatterjee Deshpande Kapoor Nair Reddy Banerjee Joshi Menon',
    [2, 3, 3, 4],
  ),
  set(
    'Hana Misaki Aoi Sakura Yui Chihiro Kaede Natsuki',
    'Haruto Kenji Ren Daichi Takumi Sora Hiroshi Yuto',
    'Takahashi Nakamura Kobayashi Fujimoto Ishikawa Matsuda Okada Shimizu',
    [0, 1, 1],
  ),
  set(
    'Mei-Ling Xiuying Yuhan Jia Lihua Ruolan Ji-woo Seo-yeon',
    'Wei Jianyu Haoran Zihao Minho Junwei Tae-yang Bowen',
    'Zhang Chen Lin Zhou Park Choi Huang Kang Xu',
    [0, 1, 1, 2],
  ),
  set(
    'Linh Thuy Siti Dewi Ratna Maricel Anong Kanya',
    'Minh Quang Bayu Rizal Agus Somchai Danilo Arief',
    'Nguyen Tran Santoso Wijaya Pratama Reyes Dimaguiba Suwan',
    [1, 2, 3],
    { headscarf: 0.15 },
  ),
  set(
    'Adaeze Chiamaka Folake Ngozi Abena Efua Temitope Zainab',
    'Chidi Obinna Kwame Babatunde Kofi Emeka Tunde Yaw',
    'Okafor Adeyemi Mensah Balogun Eze Owusu Nwosu Asante Adebayo',
    [4, 5, 5],
    { headscarf: 0.08 },
  ),
  set(
    'Wanjiru Amani Makena Tigist Selam Nyambura Zawadi Achieng',
    'Jabari Kamau Dawit Otieno Baraka Tesfaye Mwangi Juma',
    'Kimani Ochieng Wekesa Tadesse Abebe Mutua Njoroge Kiplagat',
    [4, 4, 5],
    { headscarf: 0.08 },
  ),
  set(
    'Thandiwe Nomvula Lindiwe Palesa Zanele Naledi Lerato Busisiwe',
    'Sipho Thabo Mandla Kagiso Bongani Tshepo Lwazi Sizwe',
    'Dlamini Nkosi Khumalo Mokoena Ndlovu Molefe Zulu Mabaso',
    [4, 5, 5],
  ),
  set(
    'Hinemoa Aroha Moana Leilani Ngaio Talia Marama Sina',
    'Tāne Wiremu Koa Manaia Rangi Keanu Tavita Sione',
    'Parata Kahananui Ngata Tamihana Fonoti Taufa Henare Makoa',
    [2, 3, 3],
  ),
]

const look = (tones: readonly number[], grown: Look['grown'] = 'none'): Look => ({
  tones,
  grown,
  headscarf: 0,
  fair: (tones[0] ?? 0) < 1,
})

const looks = new Map<string, Look>([
  ['Nova', look([1])],
  ['Ada', look([0])],
  ['Wale', look([5], 'beard')],
  ['Cleo', look([2])],
  ['Piet', look([0], 'beard')],
  ['Mina', look([2])],
  ['Milo', look([3], 'beard')],
  ['Alma', look([4])],
  ['Tiny', look([1])],
])
for (const names of NAME_SETS) {
  for (const given of names.women)
    looks.set(given, { tones: names.tones, grown: 'none', headscarf: names.headscarf, fair: names.fair })
  for (const given of names.men)
    looks.set(given, { tones: names.tones, grown: 'beard', headscarf: 0, fair: names.fair })
}

/** What a portrait of a person of this name may look like; anyone's, when the name is not one of ours. */
export function lookOf(name: string): Look {
  return looks.get(name.split(' ')[0] ?? '') ?? { tones: [0, 1, 2, 3, 4, 5], grown: 'none', headscarf: 0, fair: true }
}

const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', æ: 'ae', đ: 'd' }

/** A name in the plain letters that a handle may have. */
export function plainLetters(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øłıßæđ]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]/g, '')
}
