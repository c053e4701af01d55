/** As many items in a line as there is room for: `width` characters, unless one item is longer. */
export function filledLines(items: readonly string[], separator: string, width: number): readonly string[] {
  return items.reduce<readonly string[]>((lines, item) => {
    const longer = `${lines.at(-1) ?? ''}${separator}${item}`;
    return lines.length === 0 || longer.length > width ? [...lines, item] : [...lines.slice(0, -1), longer];
  }, []);
}
