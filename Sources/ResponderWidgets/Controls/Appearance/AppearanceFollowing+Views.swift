internal import ResponderCore

// The views that are drawn by an appearance, besides those that say so themselves.

extension Control: AppearanceFollowing {}
extension Label: AppearanceFollowing {}
extension ProgressView: AppearanceFollowing {}
extension ListCell: AppearanceFollowing {}
extension BadgeView: AppearanceFollowing {}
extension BarButton: AppearanceFollowing {}
extension TextContent: AppearanceFollowing {}

extension ScrollView: AppearanceFollowing {
    func appearanceDidChange(comesIntoSight: Bool) {
        colorIndicators()
        markForAppearance()
    }
}
