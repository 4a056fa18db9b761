/** The contents of the gallery: fits, and the figures of them, as command lines. */

/** One figure, by the arguments of `theodolite plot` and the name of its file. */
export interface ShownFigure {
  readonly file: string;
  readonly plot: readonly string[];
  /** The text above it. */
  readonly words: string;
}

/** Fits of one layout, and their figures. */
export interface Chapter {
  readonly title: string;
  readonly words: string;
  /**
   * The arguments of `theodolite fit` without `--out`; subjects that chains cannot fit are fitted by sequential Monte
   * Carlo.
   */
  readonly fit: readonly string[];
  /** The option that names the outcome columns; it is repeated for those that fail. */
  readonly outcome: string;
  readonly out: string;
  readonly shown: readonly ShownFigure[];
}

const OCR = 'stdlib-layouts/ocr';
const AGENTS = 'stdlib-layouts/object-permanence';
const NAVIGATION = 'stdlib-layouts/navigation';
const PROPENSITY = 'stdlib-layouts/propensity';

/**
 * Agents that the paper shows, by design: reference, perfect, blind to hidden goals, and agents with one weakness each.
 */
const CHOSEN = ['agent3', 'agent5', 'agent6', 'agent9', 'agent11', 'agent12', 'agent13', 'agent17'];

function fits(out: string, names: readonly string[]): string[] {
  return names.map((name) => `${out}/${name}`);
}

export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Three optical character recognisers',
    words: `Which of 3000 words Tesseract, GOCR and Ocrad read, by the layout of [\`${OCR}\`](../../${OCR}/README.md).`,
    fit: [`${OCR}/ocr.ml`, `${OCR}/words.csv`],
    outcome: 'read=tesseract,gocr,ocrad',
    out: 'results/ocr',
    shown: [
      {
        file: 'ocr-graph',
        plot: ['graph', `${OCR}/ocr.ml`],
        words: 'The layout: each tolerance meets its demand, and all must hold for a word to be read.',
      },
      {
        file: 'ocr-forest',
        plot: ['forest', 'results/ocr'],
        words:
          'The profiles. Tesseract reads the smallest type and the most blurred; Ocrad stands as much noise and as much of a turn, and reads nonwords as well as words. How faint an ink they stand the data cannot say: the intervals end where the prior does.',
      },
      {
        file: 'ocr-density',
        plot: ['density', 'results/ocr/tesseract', '--only', 'acuity,blurTolerance,faintTolerance,slip'],
        words: 'What the data say beside what the priors said: of the faintest ink little more.',
      },
      {
        file: 'ocr-success-by-demand',
        plot: ['success-by-demand', 'results/ocr/tesseract', '--data', `${OCR}/words.csv`],
        words: 'Words read of those with about as much of each demand, and what the fit expects of them.',
      },
      {
        file: 'ocr-success-grid',
        plot: [
          'success-grid',
          'results/ocr/tesseract',
          '--data',
          `${OCR}/words.csv`,
          '--only',
          'blur_px,height_px',
        ],
        words: 'Blur and height together.',
      },
      {
        file: 'ocr-calibration',
        plot: ['calibration', 'results/ocr', '--data', `${OCR}/words.csv`],
        words: 'Whether words are read as often as the fits say.',
      },
    ],
  },
  {
    title: 'Thirty synthetic agents',
    words: `The object permanence task of Bayesian triangulation, by the layout of [\`${AGENTS}\`](../../${AGENTS}/README.md). [reproduction.md](../explanation/reproduction.md) has the numbers beside the paper's, and why some differ.`,
    fit: [...[`${AGENTS}/object-permanence.ml`, `${AGENTS}/battery.csv`, '--rows', 'split=train']],
    outcome: 'success=agent*',
    out: 'results/agents',
    shown: [
      {
        file: 'agents-graph',
        plot: ['graph', `${AGENTS}/object-permanence.ml`],
        words: 'The layout, as Figure 4 of the paper has it.',
      },
      {
        file: 'agents-brier',
        plot: ['brier', 'results/agents', '--data', `${AGENTS}/battery.csv`, '--rows', 'split=test'],
        words:
          'Figure 5a: the fits on rows that they have not seen, beside the rate of success. Those above the curve are agents that fail rarely and at random, which the noise of this layout expects to fail more often.',
      },
      {
        file: 'agents-op',
        plot: ['forest', ...fits('results/agents', CHOSEN), '--only', 'opAbility'],
        words:
          'Figure 5b: object permanence of some agents. Agents 6, 11, 12 and 13 fail for other reasons, and it does not suffer by them; agent 3 hardly passes anything, and agent 9 cannot climb to most of what is hidden, so that the data leave much open.',
      },
      {
        file: 'agents-weaknesses',
        plot: [
          ...['forest', ...fits('results/agents', CHOSEN)],
          ...['--only', 'lavaAbility,rampAbility,rightLeftBias,visualAbility'],
        ],
        words:
          'Figure 6: agent 6 falls into lava, agent 9 cannot climb ramps, agent 11 does not see small goals, agents 12 and 13 keep to one side, as far as the prior of that lets them.',
      },
      {
        file: 'agents-all',
        plot: ['forest', 'results/agents', '--only', 'opAbility,flatNavAbility,visualAbility,lavaAbility'],
        words: 'Figure 17, and with the next Figures 19 and 20: all agents on four of their abilities.',
      },
      {
        file: 'agents-all-others',
        plot: [
          ...['forest', 'results/agents'],
          ...['--only', 'platformAbility,rampAbility,memoryAbility,rightLeftBias,noiseLevel'],
        ],
        words: 'Figure 18: and on the others.',
      },
    ],
  },
  {
    title: 'A hundred agents that walk',
    words: `Simple navigation, by the layout of [\`${NAVIGATION}\`](../../${NAVIGATION}/README.md). An agent \`p20-nu0.3\` has an eye of 20 × 20 pixels, and three of ten of its actions are left out.`,
    fit: [`${NAVIGATION}/navigation.ml`, `${NAVIGATION}/battery.csv`, '--rows', 'split=train'],
    outcome: 'success=p*',
    out: 'results/navigation',
    shown: [
      {
        file: 'navigation-graph',
        plot: ['graph', `${NAVIGATION}/navigation.ml`],
        words: 'Figure 2B: the layout.',
      },
      {
        file: 'navigation-brier',
        plot: ['brier', 'results/navigation', '--data', `${NAVIGATION}/battery.csv`, '--rows', 'split=test'],
        words: 'Figure 2C: held-out tasks. Every fit is better than the rate of success.',
      },
      {
        file: 'navigation-ability',
        plot: [
          ...['forest', ...fits('results/navigation', agents([32, 40], ['0', '0.3', '0.8', '0.9']))],
          ...['--only', 'navigation'],
        ],
        words:
          'Figure 3, left: the more actions are left out, the less far an agent comes, whatever its eye.',
      },
      {
        file: 'navigation-acuity',
        plot: [
          ...['forest', ...fits('results/navigation', agents([4, 20, 40], ['0', '0.8']))],
          ...['--only', 'visualAcuity'],
        ],
        words:
          'Figure 3, right: the more pixels, the finer the eye, where the agent walks far enough to show it.',
      },
      {
        file: 'navigation-grid',
        plot: ['success-grid', 'results/navigation/p40-nu0.3', '--data', `${NAVIGATION}/battery.csv`],
        words: 'Where one of them comes to its goal.',
      },
    ],
  },
  {
    title: 'A propensity',
    words: `What can be too much as well as too little, by the layout of [\`${PROPENSITY}\`](../../${PROPENSITY}/README.md). Its posterior has many modes, as the likelihood of the paper has, so that it is fitted by sequential Monte Carlo.`,
    fit: [`${PROPENSITY}/propensity.ml`, `${PROPENSITY}/propensity.csv`, '--method', 'smc'],
    outcome: 'success=success',
    out: 'results/propensity',
    shown: [
      {
        file: 'propensity-surface',
        plot: ['surface', 'results/propensity/success', '--data', `${PROPENSITY}/propensity.csv`],
        words:
          'The characteristic surface: success for every window from a lower to an upper bound, and in the same colours what came of the windows that were tried, a circle for many the larger.',
      },
      {
        file: 'propensity-band',
        plot: ['band', 'results/propensity/success', '--window', '-3,0', '--window', '-1,2'],
        words: 'Item response curves of two windows, and where the propensity was found.',
      },
      {
        file: 'propensity-surface-by-centre',
        plot: [
          ...['surface', 'results/propensity/success', '--data', `${PROPENSITY}/propensity.csv`],
          ...['--axes', 'centre'],
        ],
        words:
          'Figure 5, right: the same surface by the centre and the width of windows. Wide windows are all in the middle, so that the mean centre of those that were passed is not the propensity.',
      },
      {
        file: 'propensity-collapse',
        plot: ['collapse', 'results/propensity/success', '--data', `${PROPENSITY}/propensity.csv`],
        words:
          'Figure 6: the share of successes among the windows that contain each value is highest near the propensity, but not at it.',
      },
      {
        file: 'propensity-normalisations',
        plot: [
          ...['band', 'results/propensity/success', '--normalisations'],
          ...['--window=-2,4', '--window=-5,5', '--window=-1.5,2.5', '--window=0,1', '--window=0.5,1'],
        ],
        words:
          'Figure 2 (the first window) and Figure 4 (the others): why a window is normalised. The narrower it is, the farther the other two curves are from 1 in its middle and a half at its bounds.',
      },
    ],
  },
];

function agents(pixels: readonly number[], noises: readonly string[]): string[] {
  return pixels.flatMap((size) => noises.map((noise) => `p${size}-nu${noise}`));
}
