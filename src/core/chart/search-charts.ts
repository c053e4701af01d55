import type {IndexedChart} from './chart-index.ts';

/**
 * Returns the charts that match all words of a text, best first: by name, then by keyword, then by description. Without words it returns all,
 * by name.
 */
export function searchCharts<T extends IndexedChart>(charts: readonly T[], text: string): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return charts
    .map((chart) => ({chart, rank: Math.max(0, ...words.map((word) => rankOf(chart, word)))}))
    .filter(({rank}) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank || order(a.chart.name, b.chart.name))
    .map(({chart}) => chart);
}

const NO_MATCH = 5;

function rankOf({name, keywords, description}: IndexedChart, word: string): number {
  const own = name.toLowerCase();
  if (own === word) return 0;
  if (own.startsWith(word)) return 1;
  if (own.includes(word)) return 2;
  if (keywords.some((keyword) => keyword.toLowerCase().includes(word))) return 3;
  return description.toLowerCase().includes(word) ? 4 : NO_MATCH;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
