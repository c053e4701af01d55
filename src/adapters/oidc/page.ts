const ESCAPED: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? '');

/** Returns a page that loads no resources, runs no scripts and sets no cookies. */
export const page = ({title, text}: {readonly title: string; readonly text: string}): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)} - Gantry</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1rem }</style>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</html>
`;
