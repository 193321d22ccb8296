const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const after = (head: string, part: string) => (length: number) =>
  head + repeated(part)(Math.max(0, length - head.length))

/** Texts of any length that a careless pattern or cleaning takes much longer for than for others. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  joiners: repeated('\u200c'),
  'joiners of both kinds': repeated('\u200d\u200c'),
  'joiners within a word': (length) => `a${repeated('\u200c')(length - 2)}a`,
  'joiners between letters': repeated('a\u200c\u200d'),
  'joiners after blanks': repeated(' \t\u200c'),
  'joiners that end with a letter': (length) => `${repeated('\u200d')(length - 1)}a`,
  'combining marks': after('a', '\u0315\u0300'),
  'letters that become marks': after('a', '\u0315\uff9e'),
  'marks of direction': repeated('\u202e\u2066\u200f'),
  'a chain of emoji': repeated('👩\u200d'),
  'line breaks': repeated('\r\n'),
  brackets: repeated('['),
  'closed brackets': repeated('[](){}'),
  blanks: repeated(' \t'),
  'blanks before a letter': (length) => `${repeated(' ')(length - 1)}a`,
  digits: repeated('1'),
  dots: repeated('.'),
  'dashes after a letter': after('a', '-'),
  slashes: after('/media/', 'a/'),
  'percent signs': repeated('%'),
  'at signs': repeated('a@'),
  'an address with a long host': after('https://', 'ü'),
  'an address with many parts': after('https://pbs.twimg.com/', '../'),
  'quotation marks': after('"', '""'),
  backslashes: after('token=\\"', '\\'),
  commas: repeated(','),
  'the beginnings of secrets': repeated('eyJabcdefgh-'),
  'the names of secrets': repeated('token'),
  'letters that grow': repeated('ﷺ'),
}
