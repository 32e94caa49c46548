import { cx } from 'class-variance-authority'

/**
 * The picture of the landing screen: the elevation drawing of a building with a plumb line through
 * its ridge.
 */
export default function LandingDrawing({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 720 560"
      fill="none"
      strokeLinejoin="round"
      strokeLinecap="round"
      className={cx('overflow-visible stroke-line-strong', className)}
    >
      <defs>
        <pattern id="paper" width="20" height="20" patternUnits="userSpaceOnUse">
          <path d="M20 0H0v20" className="stroke-line" strokeWidth=".6" />
        </pattern>
        <pattern id="siding" width="20" height="11" patternUnits="userSpaceOnUse">
          <path d="M0 .5h20" className="stroke-line" />
        </pattern>
        <linearGradient id="fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0" />
          <stop offset=".25" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity=".4" />
        </linearGradient>
        <mask id="sheet">
          <path d="M0 0h720v560H0z" fill="url(#fade)" stroke="none" />
        </mask>
      </defs>
      <path d="M0 0h720v560H0z" fill="url(#paper)" stroke="none" mask="url(#sheet)" />

      <g className="stroke-ink-3" strokeWidth="1.6">
        <path d="M150 440V262L360 112l210 150v178" fill="var(--surface)" />
        <path d="M150 440V262L360 112l210 150v178z" fill="url(#siding)" stroke="none" />
        <path d="M478 196v-64h40v94" fill="var(--surface)" />
        <path d="M472 132h52" />
        <path
          d="M118 284 360 112l242 172M118 284l8 12L360 130l234 166 8-12"
          fill="var(--surface)"
        />
        <path d="M300 440V316h120v124" fill="var(--surface)" />
        <path d="M312 440V328h96v112" />
        <circle cx="398" cy="388" r="3" />
        <path
          d="M190 316h72v72h-72zM226 316v72M190 352h72M458 316h72v72h-72zM494 316v72M458 352h72"
          fill="var(--surface)"
        />
        <path d="M184 394h84M452 394h84" />
        <path d="M280 440h160v10H280zM268 450h184v10H268z" fill="var(--surface)" />
      </g>
      <circle
        cx="360"
        cy="216"
        r="27"
        className="stroke-ink-3"
        strokeWidth="1.6"
        fill="var(--surface)"
      />
      <path d="M40 460h640" className="stroke-ink-2" strokeWidth="2" />
      <path d="m60 472 10-12m20 12 10-12m20 12 10-12m20 12 10-12m20 12 10-12m300 12 10-12m20 12 10-12m20 12 10-12m20 12 10-12m20 12 10-12" />

      <g className="stroke-ink-3">
        <path d="M150 486v26M570 486v26M150 499h420m-426 6 12-12m408 12 12-12" />
        <path d="M640 112h26M640 460h26M653 112v348m-6-342 12-12m-12 360 12-12" />
        <path d="M590 112h40" strokeDasharray="4 6" />
      </g>
      <g className="figures fill-ink-2 text-[15px]" stroke="none" textAnchor="middle">
        <path d="M322 488h76v22h-76z" fill="var(--ground)" />
        <text x="360" y="504">
          28′ 0″
        </text>
        <path d="M642 254h22v64h-22z" fill="var(--ground)" />
        <text x="653" y="291" transform="rotate(-90 653 286)">
          23′ 2″
        </text>
      </g>

      <path d="M360-900v1314" className="stroke-accent" strokeWidth="2" />
      <path d="M346 414h28l-4 15-10 25-10-25z" className="fill-accent" stroke="none" />
    </svg>
  )
}
