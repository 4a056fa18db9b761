/** The colours of figures by role, in three themes. */

/** Colours as CSS and SVG take them. */
export interface Theme {
  readonly name: ThemeName;
  /** The background; also the outline of marks that lie over lines. */
  readonly paper: string;
  /** Text, numbers, and marks of a single kind. */
  readonly ink: string;
  /** Less important text: axes, units, notes. */
  readonly muted: string;
  /** Guide lines without meaning. */
  readonly grid: string;
  /** The marks of a figure with one series. */
  readonly accent: string;
  /** Warnings, such as divergences. */
  readonly warning: string;
  /** The colours of series. Series differ in shape or dash too: see `SYMBOLS` and `DASHES`. */
  readonly series: readonly string[];
  /** Steps of one hue from least to most; `sequentialInk` is the colour of text on each. */
  readonly sequential: readonly string[];
  readonly sequentialInk: readonly string[];
}

export type ThemeName = 'light' | 'dark' | 'page';

/**
 * On white. The series are Okabe and Ito's colours for all kinds of colour vision (Wong 2011, Nature Methods 8, 441),
 * their lightest darkened until each stands out from the paper by a contrast of 3 to 1, which WCAG 2.2 asks of graphics.
 */
const LIGHT: Theme = {
  name: 'light',
  paper: '#ffffff',
  ink: '#1f2328',
  muted: '#5b636e',
  grid: '#d9dee4',
  accent: '#0072b2',
  warning: '#d55e00',
  series: ['#0072b2', '#d55e00', '#009e73', '#b5528a', '#a86f00', '#2e8bc0', '#7d7400', '#1f2328'],
  sequential: [
    '#f1f6fa',
    '#d6e6f1',
    '#b3d2e6',
    '#87b9d8',
    '#569cc6',
    '#257aae',
    '#0b659f',
    '#004a7c',
    '#003257',
  ],
  sequentialInk: [
    '#1f2328',
    '#1f2328',
    '#1f2328',
    '#1f2328',
    '#1f2328',
    '#ffffff',
    '#ffffff',
    '#ffffff',
    '#ffffff',
  ],
};

/** On near black: the same hues, lighter. */
const DARK: Theme = {
  name: 'dark',
  paper: '#14171c',
  ink: '#e8eaed',
  muted: '#a3abb5',
  grid: '#2f353d',
  accent: '#56b4e9',
  warning: '#f08a4b',
  series: ['#56b4e9', '#f08a4b', '#2fbf95', '#db8fb8', '#e69f00', '#a9d8f5', '#f0e442', '#e8eaed'],
  sequential: [
    '#1b232d',
    '#1c3346',
    '#1d4562',
    '#1f597f',
    '#276f9e',
    '#3b88bb',
    '#5aa3d2',
    '#86bfe4',
    '#bcdcf3',
  ],
  sequentialInk: [
    '#e8eaed',
    '#e8eaed',
    '#e8eaed',
    '#e8eaed',
    '#ffffff',
    '#14171c',
    '#14171c',
    '#14171c',
    '#14171c',
  ],
};

/** The CSS custom property of a role: `--figure-ink`, `--figure-series-0`. */
function property(role: string): string {
  return `--figure-${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Each role as a custom property that the page defines, so that one drawing serves all of its themes. */
const PAGE: Theme = mapRoles(LIGHT, 'page', (role) => `var(${property(role)})`);

export const THEMES: Readonly<Record<ThemeName, Theme>> = { light: LIGHT, dark: DARK, page: PAGE };

/** The custom properties of a theme, as declarations of CSS for the page that shows figures of the theme `page`. */
export function pageProperties(theme: Theme): string {
  const declarations: string[] = [];
  mapRoles(theme, theme.name, (role, color) => {
    declarations.push(`${property(role)}: ${color};`);
    return color;
  });
  return declarations.join('\n');
}

function colorsOf(theme: Theme): string[] {
  const colors: string[] = [];
  mapRoles(theme, theme.name, (_, color) => {
    colors.push(color);
    return color;
  });
  return colors;
}

/** The SVG of a figure in the light theme, in the colours of the dark one. Of a colour of several roles, the first decides. */
export function inDark(svg: string): string {
  const [light, dark] = [colorsOf(LIGHT), colorsOf(DARK)];
  return svg.replace(/#[\da-f]{6}\b/gi, (color) => dark[light.indexOf(color.toLowerCase())] ?? color);
}

function mapRoles(theme: Theme, name: ThemeName, map: (role: string, color: string) => string): Theme {
  const list = (role: string, colors: readonly string[]) =>
    colors.map((color, place) => map(`${role}-${place}`, color));
  return {
    name,
    paper: map('paper', theme.paper),
    ink: map('ink', theme.ink),
    muted: map('muted', theme.muted),
    grid: map('grid', theme.grid),
    accent: map('accent', theme.accent),
    warning: map('warning', theme.warning),
    series: list('series', theme.series),
    sequential: list('sequential', theme.sequential),
    sequentialInk: list('sequentialInk', theme.sequentialInk),
  };
}

/** The shapes that go with the colours of `series`, in their order, by Observable Plot's names. */
export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star', 'times', 'wye'] as const;

/** The dashes of the series' lines: lengths drawn and left out in turn, in pixels. */
export const DASHES = ['none', '6 3', '2 3', '8 3 2 3', '12 4', '4 2 1 2', '1 4', '10 2 4 2'] as const;

/** The entry of the nth series in `series`, `SYMBOLS` or `DASHES`, which are used cyclically. */
export function seriesOf<T>(list: readonly T[], index: number): T {
  return list[index % list.length]!;
}

/** The font of all themes; first the one that PNG pictures embed. */
export const FONT = {
  family: "Inter, 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif",
  /** In CSS pixels. */
  size: 12,
  small: 10.5,
} as const;
