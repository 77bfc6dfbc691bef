/** Parts of pictures. Colors come from classes: the pages allow no styles but their own. */
const svgNames = 'http://www.w3.org/2000/svg';

export function shape(tag: string, attributes: Record<string, string | number>, title?: string): SVGElement {
  const made = document.createElementNS(svgNames, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (title !== undefined) {
    const words = document.createElementNS(svgNames, 'title');
    words.textContent = title;
    made.append(words);
  }
  return made;
}
