/** Plots as SVG, drawn by hand: the page allows no styles but its own, so colors come from classes. */
import { clockOf } from '../clock.ts';
import { shape } from '../svg.ts';

const width = 480;
const height = 120;
const hourMs = 3_600_000;
const quarterMs = 900_000;

function canvas(tall: number, words: string): SVGElement {
  const attributes = {
    viewBox: `0 0 ${width} ${tall}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': words,
  };
  return shape('svg', attributes);
}

/** A bar an hour, its parts one on the other; the tallest reaches the top, which says how much that is. */
export function bars(
  values: readonly (readonly number[])[],
  names: readonly string[],
  end: number,
  words: string,
): HTMLElement {
  const hours = values[0]?.length ?? 24;
  const sums = Array.from({ length: hours }, (_hour, at) =>
    values.reduce((sum, row) => sum + (row[at] ?? 0), 0),
  );
  const most = niceMost(Math.max(0, ...sums));
  const plot = canvas(height, words);
  for (const share of [0, 0.5, 1]) {
    const y = height - share * (height - 1) - 0.5;
    plot.append(
      shape('line', { class: 'grid', x1: 0, x2: width, y1: y, y2: y, 'vector-effect': 'non-scaling-stroke' }),
    );
  }
  const step = width / hours;
  for (let at = 0; at < hours; at += 1) {
    let top = height;
    const from = end - (hours - at) * hourMs;
    values.forEach((row, series) => {
      const count = row[at] ?? 0;
      if (count === 0) return;
      const tall = (count / most) * height;
      top -= tall;
      const bar = { class: `bar-part s${series}`, x: at * step + 1, y: top, width: step - 2, height: tall };
      plot.append(
        shape(
          'rect',
          bar,
          `${clockOf(new Date(from))} to ${clockOf(new Date(from + hourMs))}, ${names[series]}: ${count}`,
        ),
      );
    });
  }
  return framed(plot, most.toLocaleString());
}

/** A line of quarters of an hour, its values written as `inWords` does; without a sample it is broken. */
export function line(
  values: readonly (number | null)[],
  end: number,
  words: string,
  inWords: (value: number) => string,
): HTMLElement {
  const tall = 40;
  const most = Math.max(1, ...values.filter((value) => value !== null));
  const step = width / values.length;
  const plot = canvas(tall, words);
  let path = '';
  let isDown = false;
  values.forEach((value, at) => {
    if (value === null) return void (isDown = false);
    const [x, y] = [at * step, tall - 1 - (value / most) * (tall - 3)];
    path += `${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}H${(x + step).toFixed(1)}`;
    isDown = true;
    const from = end - (values.length - at) * quarterMs;
    const spot = { class: 'spot', x, y: 0, width: step, height: tall };
    plot.append(shape('rect', spot, `${clockOf(new Date(from))}: ${inWords(value)}`));
  });
  plot.append(shape('path', { class: 'lag', d: path || 'M0 0', 'vector-effect': 'non-scaling-stroke' }));
  return framed(plot, inWords(most));
}

/** The plot with what its top stands for. */
function framed(plot: SVGElement, top: string): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'plot';
  const mark = document.createElement('span');
  mark.className = 'top';
  mark.textContent = top;
  frame.append(mark, plot);
  return frame;
}

/** The next of 1, 2, 5, 10, 20 ... that is not less. */
function niceMost(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((one) => one * power).find((nice) => nice >= value) ?? value;
}
